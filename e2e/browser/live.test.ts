import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { type CuttableLine, cuttableLine } from "./cuttable-line.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { signIn } from "./sign-in.ts";

describe.skipIf(CHROMIUM === undefined)("two tabs of one browser", () => {
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let story: StoryTask;

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    story = await playStory(owner);
    await owner.post("/organization/emergency-stop", {});
  });
  afterAll(() => machine.end());

  describe.each<Screen>(["desktop", "phone"])("on a %s", (screen) => {
    let line: CuttableLine;
    let browser: Browser;
    let first: Page;
    let second: Page;
    const lines: Request[] = [];

    beforeAll(async () => {
      line = await cuttableLine(machine.url);
      browser = await openBrowser(line.url, screen);
      browser.context.on("request", (request) => {
        if (request.url().endsWith("/api/v1/events")) lines.push(request);
      });
      first = browser.page;
      await signIn(first);
      await first.goto("/board");
      await card(first, "Write the report").waitFor();
      second = await browser.context.newPage();
      await second.goto("/board");
      await card(second, "Write the report").waitFor();
    });
    afterAll(async () => {
      await browser.close();
      await line.end();
    });

    const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

    async function make(title: string): Promise<void> {
      const { projectId, assigneeId, reviewerId } = story;
      await owner.post("/tasks", { projectId, assigneeId, reviewerId, title });
    }

    test("share one line, and both see what happens elsewhere without asking", async () => {
      const before = lines.length;
      await make(`From elsewhere, ${screen}`);
      await Promise.all([
        card(first, `From elsewhere, ${screen}`).waitFor(),
        card(second, `From elsewhere, ${screen}`).waitFor(),
      ]);
      expect(lines.length).toBe(before);
      // The sign-in page has none; each page load of the first tab had one of its own, the second tab none.
      const ofSecond = lines.filter((request) => request.frame().page() === second);
      expect(ofSecond).toEqual([]);
    });

    test("a dropped line is told, and what was missed is there when it is back", async () => {
      line.cut();
      await first.getByText(/No line to Cadre/).waitFor({ timeout: 60_000 });
      await second.getByText(/No line to Cadre/).waitFor();
      await make(`Missed meanwhile, ${screen}`);
      line.mend();
      await card(first, `Missed meanwhile, ${screen}`).waitFor({ timeout: 60_000 });
      await card(second, `Missed meanwhile, ${screen}`).waitFor();
      await first.getByText(/No line to Cadre/).waitFor({ state: "detached" });
    });

    test("when the tab with the line closes, the other one takes it over from the same position", async () => {
      await first.close();
      await expect
        .poll(() => lines.filter((request) => request.frame().page() === second).length, { timeout: 30_000 })
        .toBe(1);
      const taken = lines.at(-1);
      expect(await taken?.headerValue("last-event-id")).toMatch(/^\d+$/);
      await make(`After the first tab, ${screen}`);
      await card(second, `After the first tab, ${screen}`).waitFor();
    });

    test("the browser had nothing to complain about", () => {
      expect(browser.complaints.filter((text) => !/ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE)/.test(text))).toEqual([]);
    });
  });
});
