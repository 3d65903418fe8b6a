import type { Locator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen } from "./chromium.ts";
import { type CuttableLine, cuttableLine } from "./cuttable-line.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { settled } from "./settled.ts";
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
        if (isLine(request)) lines.push(request);
      });
      first = browser.page;
      await signIn(first);
      await Promise.all([first.waitForRequest(isLineOfBoard), first.goto("/board")]);
      await card(first, "Write the report").waitFor();
      second = await browser.context.newPage();
      await second.goto("/board");
      await card(second, "Write the report").waitFor();
    });
    afterAll(async () => {
      await browser.close();
      await line.end();
    });

    const isLine = (request: Request) => request.url().endsWith("/api/v1/events");
    // The page that was left has had one too.
    const isLineOfBoard = (request: Request) => isLine(request) && request.frame().url().endsWith("/board");
    const card = (page: Page | Locator, title: string) => page.getByRole("article").filter({ hasText: title });

    /** Where the event stream is. */
    const positionIn = (page: Page) =>
      page.evaluate<string | null>("fetch('/api/v1/me').then(({ headers }) => headers.get('cadre-position'))");

    async function make(title: string): Promise<string> {
      const { projectId, assigneeId, reviewerId } = story;
      return (await owner.post<{ id: string }>("/tasks", { projectId, assigneeId, reviewerId, title })).id;
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

    test("a screen loaded just before its line began misses nothing, and asks for nothing else again", async () => {
      const alone = await openBrowser(line.url);
      const { page } = alone;
      await signIn(page);
      const opening = Promise.withResolvers<void>();
      await page.route("**/api/v1/events", async (route) => {
        await opening.promise;
        await route.continue();
      });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
      await page.goto("/board");
      await card(page, "Write the report").waitFor();
      await settled(page);
      const atFirst = [...asked];
      await make(`Between reading and hearing, ${screen}`);
      opening.resolve();
      await card(page, `Between reading and hearing, ${screen}`).waitFor();
      await settled(page);
      const again = asked.slice(atFirst.length).filter((request) => atFirst.includes(request));
      // Only what the new task touches.
      expect(again.filter((request) => !/\/(next-movers|agents|runs|events)/.test(request))).toEqual([]);
      expect(alone.complaints).toEqual([]);
      await alone.close();
    });

    test("a quiet page load asks for each answer once", async () => {
      const alone = await openBrowser(line.url);
      await signIn(alone.page);
      let asked: string[] = [];
      alone.page.on("request", (request) => asked.push(request.url()));
      const load = async (): Promise<string[]> => {
        const begun = await positionIn(alone.page);
        asked = [];
        const hello = alone.page.waitForRequest("**/api/v1/events");
        await alone.page.goto("/");
        await hello;
        await settled(alone.page);
        const answers = asked.filter((url) => url.includes("/api/v1/") && !url.endsWith("/events"));
        // Something happened meanwhile: that was no quiet load.
        return (await positionIn(alone.page)) === begun ? answers : load();
      };
      const answers = await load();
      expect(answers.length).toBeGreaterThan(5);
      expect(answers).toEqual([...new Set(answers)]);
      await alone.close();
    });

    test("a second tab that began to listen too late for something shows it as well", async () => {
      const late = await browser.context.newPage();
      const entering = Promise.withResolvers<void>();
      await late.route("**/api/v1/me", async (route) => {
        await entering.promise;
        await route.continue();
      });
      const read = late.waitForResponse((response) => /\/api\/v1\/tasks\?/.test(response.url()));
      await late.goto("/");
      await read;
      const title = `Too early for the second tab, ${screen}`;
      await make(title);
      await card(first, title).waitFor();
      const toldLater = late.waitForResponse(
        async (response) => /\/api\/v1\/tasks\?/.test(response.url()) && (await response.text()).includes(title),
      );
      entering.resolve();
      await toldLater;
      await late.close();
    });

    test("what happened to a task is shown, although whoever looked at it left while it was read again", async () => {
      const alone = await openBrowser(line.url);
      const { page } = alone;
      const title = `Left while it was read, ${screen}`;
      const id = await make(title);
      await signIn(page);
      await page.goto("/board");
      await card(page, title).getByRole("link").first().click();
      await page.getByRole("heading", { name: title }).waitFor();
      const asked = Promise.withResolvers<void>();
      const left = Promise.withResolvers<void>();
      // The reading that the event leads to takes longer than anybody stays.
      await page.route(
        `**/api/v1/tasks/${id}`,
        async (route) => {
          asked.resolve();
          await left.promise;
          await route.continue();
        },
        { times: 1 },
      );
      await owner.post(`/tasks/${id}/moves`, { move: "block", note: "It has to wait." });
      await asked.promise;
      await page.goBack();
      await card(page, title).waitFor();
      left.resolve();
      await card(page.getByRole("region", { name: "Blocked" }), title).waitFor({ timeout: 30_000 });
      expect(alone.complaints).toEqual([]);
      await alone.close();
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
