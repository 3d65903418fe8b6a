import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { playStory, setUpProduct, startProduct } from "./product.ts";
import { signIn } from "./sign-in.ts";

type Call = {
  readonly id: string;
  readonly step: number;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheWriteHourTokens: number;
};
type Section = { readonly name: string; readonly hash: string };
type Receipt = { readonly told: { readonly receipt: { readonly sections: readonly Section[] } } };

describe.skipIf(CHROMIUM === undefined)("the context of the demo story", () => {
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let run: { readonly id: string; readonly sessionId: string };
  let calls: readonly Call[];

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    const story = await playStory(owner);
    const runs = await owner.all<{ id: string; sessionId: string; modelCalls: number }>(`/tasks/${story.id}/runs`);
    const longest = runs.toSorted((one, other) => other.modelCalls - one.modelCalls)[0];
    if (longest === undefined) throw new Error("The story has no run.");
    run = longest;
    calls = await owner.all<Call>(`/sessions/${run.sessionId}/model-calls`);
  });
  afterAll(() => machine.end());

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      browser = await openBrowser(machine.url, screen);
      page = browser.page;
      await signIn(page);
    });
    afterAll(() => browser.close());

    test("a run tells of each of its calls what was in it, what it cost, and what came from the cache", async () => {
      await page.goto(`/runs/${run.id}`);
      await page.getByRole("tab", { name: "Context" }).click();
      const last = calls.at(-1);
      if (last === undefined) throw new Error("The run made no call.");
      await page
        .getByRole("region", { name: "Model calls" })
        .getByRole("button", { name: /^Step 2\b/ })
        .first()
        .click();
      const detail = page.getByRole("article", { name: "Step 2" });
      await detail.getByRole("img", { name: /Tier 1 \d+ tokens/ }).waitFor();
      const second = calls.find(({ step }) => step === 2) ?? last;
      await detail
        .getByText(`${shareOf(second)} % of the prompt came from the cache.`)
        .first()
        .waitFor();
      expect(await detail.locator("header").first().innerText()).toMatch(/\$/);
      const { told } = await owner.get<Receipt>(`/model-calls/${second.id}/receipt`);
      for (const { name } of told.receipt.sections) {
        expect(await detail.locator("summary").filter({ hasText: name }).count()).toBeGreaterThan(0);
      }
    });

    test("a section's text is read when it is opened, and it is the text that was sent", async () => {
      const second = calls.find(({ step }) => step === 2);
      const { told } = await owner.get<Receipt>(`/model-calls/${second?.id ?? ""}/receipt`);
      const identity = told.receipt.sections.find(({ name }) => name === "identity");
      const { text } = await owner.get<{ text: string }>(`/prompt-texts/${identity?.hash ?? ""}`);
      const detail = page.getByRole("article", { name: "Step 2" });
      await detail.locator("summary").filter({ hasText: "identity" }).click();
      await expect.poll(() => detail.getByRole("region", { name: "identity" }).innerText()).toBe(text.trimEnd());
    });

    test("two calls are compared, and what the cache broke by is told", async () => {
      await page.getByRole("button", { name: "Compare with the call before" }).click();
      const comparison = page.getByRole("article", { name: "Comparison" });
      await comparison.getByText("Nothing in the cached part of the prompt is another.").waitFor();
      await comparison.getByText("Tokens of messages").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await comparison.getByRole("button", { name: "End comparison" }).click();
      await comparison.waitFor({ state: "detached" });
    });

    test("the history leads from a call to the entries it was made from, each with its text", async () => {
      const detail = page.getByRole("article", { name: "Step 2" });
      await detail.locator("summary").filter({ hasText: "messages" }).click();
      await detail.getByRole("link", { name: /Entries \d+ to \d+/ }).click();
      await page.getByText(/what one call was made from/).waitFor();
      const history = page.getByRole("region", { name: "History" });
      await history.getByRole("button", { expanded: false }).first().click();
      await history.getByRole("region", { name: "Entry 1" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });

    test("what would be sent next is shown with its texts and messages, and nothing is written", async () => {
      const before = await owner.get<{ entries: number }>(`/sessions/${run.sessionId}`);
      await page.goto(`/sessions/${run.sessionId}?tab=next`);
      await page.getByText("Nothing was sent and nothing written.", { exact: false }).waitFor();
      await page.locator("summary").filter({ hasText: "messages" }).click();
      await page.getByRole("button", { name: "Show the messages" }).click();
      await page.getByRole("region", { name: "Message 1", exact: true }).waitFor();
      expect(await owner.get<{ entries: number }>(`/sessions/${run.sessionId}`)).toMatchObject({
        entries: before.entries,
      });
    });

    test.each(["light", "dark"] as const)("axe finds nothing and all fits, in %s colours", async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const address of [
        `/runs/${run.id}?tab=context`,
        `/sessions/${run.sessionId}`,
        `/sessions/${run.sessionId}?tab=history&from=1&to=4`,
        `/sessions/${run.sessionId}?tab=next`,
      ]) {
        await page.goto(address);
        await page.locator("main h1").first().waitFor();
        await page
          .getByRole("region", { name: /Model calls|History/ })
          .or(page.getByText("Nothing was sent"))
          .first()
          .waitFor();
        expect({ address, findings: await axeFindings(page) }).toEqual({ address, findings: [] });
        expect({ address, overflow: await overflow(page) }).toEqual({ address, overflow: 0 });
      }
    });

    test("a session that is not there says so", async () => {
      await page.goto("/sessions/ses_00000000000000000000000000");
      await page.getByText("There is no such session").waitFor();
    });

    test("the browser had nothing to complain about", () => {
      expect(browser.complaints).toEqual([]);
    });
  });
});

/** Percent of a prompt that its provider read from the cache. */
function shareOf(call: Call): number {
  const all = call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens + call.cacheWriteHourTokens;
  return Math.round((100 * call.cacheReadTokens) / all);
}

/** By how much the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("Math.max(0, document.documentElement.scrollWidth - innerWidth)");
}
