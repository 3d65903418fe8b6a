import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { type Browser, CHROMIUM, openBrowser } from "./chromium.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { playStory, setUpProduct, startProduct, type StoryTask, untilTask } from "./product.ts";
import { signIn } from "./sign-in.ts";

/** What a text must never become: each is an element that loads, runs or steers. */
const LIVING =
  "main :is(img, script, iframe, object, embed, video, audio, link, style, base, meta, form[action], math, marquee)";

describe.skipIf(CHROMIUM === undefined)("hostile text", () => {
  let machine: ThrowAwayMachine;
  let browser: Browser;
  let page: Page;
  let owner: ApiClient;
  let story: StoryTask;
  const strangers: string[] = [];
  const tasks = new Map<string, string>();

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    story = await playStory(owner);
    await runHostileTools();
    await owner.post("/organization/emergency-stop", {});
    for (const text of HOSTILE_TEXTS) tasks.set(text, await taskWith(text));
    browser = await openBrowser(machine.url);
    page = browser.page;
    browser.context.on("request", (request) => {
      if (!request.url().startsWith(machine.url) && !/^(blob|data):/.test(request.url())) strangers.push(request.url());
    });
    page.on("dialog", (dialog) => void dialog.dismiss());
    await signIn(page);
  });
  afterAll(async () => {
    await browser.close();
    await machine.end();
  });

  /** A task that carries a text in each of its fields. */
  async function taskWith(text: string): Promise<string> {
    const { projectId, assigneeId, reviewerId } = story;
    const title = Array.from(text.trim() || "empty")
      .slice(0, 90)
      .join("");
    const { id } = await owner.post<{ id: string }>("/tasks", {
      projectId,
      assigneeId,
      reviewerId,
      title,
      description: text,
      subtasks: [title],
    });
    await owner.post(`/tasks/${id}/comments`, { text });
    await owner.post(`/tasks/${id}/notes`, { text });
    return id;
  }

  /** A run whose tools wrote and read every text, so that they stand in arguments and results. */
  async function runHostileTools(): Promise<void> {
    const { projectId, assigneeId, reviewerId } = story;
    const lines = HOSTILE_TEXTS.map((text) => text.replaceAll(/[\n\r`]/g, " ").slice(0, 500)).join("\n");
    const { id } = await owner.post<{ id: string }>("/tasks", {
      projectId,
      assigneeId,
      reviewerId,
      title: "Write it all down",
      description: `Create \`hostile.md\` containing:\n\n\`\`\`\`\n${lines}\n\`\`\`\`\n\nThen read \`hostile.md\`.\n\nDeliverables: \`hostile.md\``,
    });
    await untilTask(owner, id, "review");
    tasks.set("tools", id);
  }

  async function expectHarmless(what: string): Promise<void> {
    const found = await page.evaluate<{
      ran: boolean;
      living: string[];
      wide: number;
      title: string;
      hidden: boolean;
    }>(`({
      ran: window.__ran === true,
      living: [...document.querySelectorAll(${JSON.stringify(LIVING)})].map((element) => element.outerHTML.slice(0, 200)),
      wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      title: document.title,
      hidden: getComputedStyle(document.querySelector("main h1")).display === "none",
    })`);
    expect({ what, ...found }).toEqual({
      what,
      ran: false,
      living: [],
      wide: 0,
      title: expect.stringMatching(/ · Cadre$/),
      hidden: false,
    });
    const links = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '')",
    );
    for (const href of links) expect(href).toMatch(/^(\/|https?:\/\/|mailto:|$)/);
  }

  test(`none of ${HOSTILE_TEXTS.length} texts runs, loads or breaks a task's page`, { timeout: 600_000 }, async () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
    for (const text of HOSTILE_TEXTS) {
      await page.goto(`/tasks/${tasks.get(text) ?? ""}?tab=talk`);
      await page.locator("main article").first().waitFor();
      // A text of nothing but marks leaves nothing to see.
      await page.locator("main .prose").first().waitFor({ state: "attached" });
      await expectHarmless(JSON.stringify(text.slice(0, 80)));
    }
  });

  test("nor the board, the list, the home page, the palette and the inbox", async () => {
    for (const address of ["/board", "/board?view=list", "/"]) {
      await page.goto(address);
      await page.locator("main [data-task], main li").first().waitFor();
      await expectHarmless(address);
    }
    await page.keyboard.press("Control+k");
    await page.keyboard.type("script");
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    await expectHarmless("palette");
  });

  test("nor what tools were given and answered, nor a delivered file", async () => {
    await page.goto(`/tasks/${tasks.get("tools") ?? ""}`);
    const cards = page.getByRole("log").locator("details summary");
    await cards.first().waitFor();
    for (const card of await cards.all()) await card.click();
    await expectHarmless("tool cards");
    await page.getByRole("tab", { name: /Result/ }).click();
    await page.getByRole("button", { name: "Preview" }).first().click();
    await page.getByRole("dialog").locator(".prose").waitFor();
    await expectHarmless("preview");
  });

  test("nor what agents read, its history, and what they are told", async () => {
    const { id } = await owner.get<{ id: string }>("/organization");
    const all = storable(HOSTILE_TEXTS.map((text) => storable(text, 1_000)).join("\n\n"), 45_000);
    await owner.put(`/documents/context/${id}`, { text: all, reason: storable(all, 240) }, 0);
    for (const text of HOSTILE_TEXTS) {
      const told = storable(text, 240);
      await owner.post("/announcements", { text: `Read: ${told}` });
      await owner.post("/feedback", { agentId: story.assigneeId, text: `Well: ${told}` });
    }
    await page.goto("/settings/knowledge");
    await page.getByText("in force").first().waitFor();
    await page.locator("main .prose, main pre").first().waitFor({ state: "attached" });
    await expectHarmless("what agents read");
    await page.getByRole("button", { name: "History of Context" }).click();
    const history = page.getByRole("dialog");
    await history.getByRole("button", { name: /^Revision 1/ }).click();
    await history.getByRole("region", { name: "What revision 1 changed" }).waitFor();
    await expectHarmless("history");
    await page.goto(`/agents/${story.assigneeId}?tab=feedback`);
    await page
      .getByRole("button", { name: /^Take back/ })
      .first()
      .waitFor();
    await expectHarmless("feedback");
  });

  test("nobody else was asked for anything, and the browser had nothing to complain about", () => {
    expect(strangers).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});

/** The beginning of a text, in characters that can be stored. */
function storable(text: string, most: number): string {
  return Array.from(text.replaceAll("\0", "").toWellFormed()).slice(0, most).join("");
}
