import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { axeFindings } from "./axe.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { settled } from "./settled.ts";
import { signIn } from "./sign-in.ts";

type Registered = { readonly path: string; readonly access: string };
type Section = { readonly id: string };

// By name, since the compiler of these tests does not read what is written for browsers.
const DASHBOARD = "../../apps/dashboard/src/pages";
const { PAGES }: { readonly PAGES: readonly Registered[] } = await import(`${DASHBOARD}/pages.ts`);
const { SECTIONS }: { readonly SECTIONS: readonly Section[] } = await import(`${DASHBOARD}/settings/sections.ts`);

const WINDOWS = [
  { name: "new task", open: (page: Page) => page.keyboard.press("c"), shown: /New task/ },
  { name: "palette", open: (page: Page) => page.keyboard.press("Control+k"), shown: /Search and commands/ },
  { name: "shortcuts", open: (page: Page) => page.keyboard.press("?"), shown: /Keyboard shortcuts/ },
] as const;

describe.skipIf(CHROMIUM === undefined)("every page", () => {
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let story: StoryTask;
  let addresses: readonly string[];

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    story = await playStory(owner);
    // The newest run may have just been queued: one that wrote something has a session.
    const runs = await owner.all<{ id: string; sessionId: string | null; status: string }>(`/tasks/${story.id}/runs`);
    const run = runs.find(({ sessionId, status }) => sessionId !== null && status === "succeeded");
    const parameters: Readonly<Record<string, readonly string[]>> = {
      taskId: [story.id],
      agentId: [story.assigneeId],
      runId: [run?.id ?? ""],
      sessionId: [run?.sessionId ?? ""],
      projectId: [story.projectId],
      section: SECTIONS.map(({ id }) => id),
    };
    const registered = PAGES.filter(({ access }) => access === "signed-in").flatMap(({ path }) => {
      const name = /\$(\w+)/.exec(path)?.[1];
      if (name === undefined) return [path];
      const values = parameters[name];
      if (values === undefined) throw new Error(`${path} needs ${name}: say here which ones this walk opens.`);
      return values.map((value) => path.replace(`$${name}`, value));
    });
    addresses = [...registered, "/nothing-is-here", "/settings/nothing-is-here"];
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

    test.each(["light", "dark"] as const)(
      "has no finding of axe and fits the screen, in %s colours",
      async (colorScheme) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const address of addresses) {
          await page.goto(address);
          await settled(page);
          expect({ address, findings: await axeFindings(page) }).toEqual({ address, findings: [] });
          expect(await overflow(page)).toBe(0);
        }
      },
    );

    test("each tab of an agent has none either", async () => {
      for (const tab of ["texts", "feedback", "schedule", "settings"]) {
        await page.goto(`/agents/${story.assigneeId}?tab=${tab}`);
        await settled(page);
        expect({ tab, findings: await axeFindings(page), overflow: await overflow(page) }).toEqual({
          tab,
          findings: [],
          overflow: 0,
        });
      }
    });

    test("each tab of a task has none either", async () => {
      for (const tab of ["result", "talk", "history"]) {
        await page.goto(`/tasks/${story.id}?tab=${tab}`);
        await settled(page);
        expect({ tab, findings: await axeFindings(page), overflow: await overflow(page) }).toEqual({
          tab,
          findings: [],
          overflow: 0,
        });
      }
    });

    test.each(WINDOWS)("nor has the window $name", async ({ open, shown }) => {
      await page.goto("/board");
      await settled(page);
      await open(page);
      await page.getByRole("dialog", { name: shown }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
    });

    test("an address that leads nowhere says so", async () => {
      await page.goto("/nowhere/at/all");
      await page.getByText("There is no page at this address").waitFor();
      await page.goto("/tasks/tsk_00000000000000000000000000");
      await page.getByText("There is no such task").waitFor();
    });

    test("the browser had nothing to complain about", () => {
      expect(browser.complaints).toEqual([]);
    });
  });

  test("the sign-in page has none, refuses a wrong password, and leads back to where somebody wanted to go", async () => {
    const browser = await openBrowser(machine.url);
    const { page } = browser;
    await page.goto("/board?view=list");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password").fill("a long sentence");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/board\?view=list$/);
    await browser.close();
  });
});

/** By how much the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("Math.max(0, document.documentElement.scrollWidth - innerWidth)");
}
