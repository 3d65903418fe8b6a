import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { withoutTerminalSequences } from "@cadre/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersOf, sentLimits, textsOf } from "./answer-fields.ts";
import { CHROMIUM } from "./chromium.ts";
import { openFolds, pageWork } from "./harmless.ts";
import { CLOSED_NAMES, failingFilling, isClosed, longFilling, wordsFilling } from "./hostile-answers.ts";
import { harmHere, type HostileProduct, openHostileProduct } from "./hostile-product.ts";
import { HOSTILE_TEXTS, MIXED_TEXTS } from "./hostile-texts.ts";
import { settled } from "./settled.ts";
import { IN_WINDOWS, NOT_ASKED } from "./window-answers.ts";

const DASHBOARD = new URL("../../apps/dashboard/src/", import.meta.url).pathname;

/** A page of ordinary texts takes about 250 ms of the processor to open, all its tasks together. */
const MOST_WORK_MS = 1_500;

const MOST_TITLE_CHARS = 90;

/** What shows nothing is refused where something must be said: something is put before it. */
function seen(text: string): string {
  return withoutTerminalSequences(text).trim() === "" ? `a${text}` : text;
}

/** Fields that the answers of this walk have no place for: parts of entries that the story's runs did not write. */
const NOT_FILLED: readonly string[] = [
  "runs.get waits.[].reference",
  "projects.list data.[].repositories.[].defaultBranch",
  "sessions.get metadata.*",
  "sessions.list data.[].metadata.*",
  "runs.list-entries data.[].payload.sender.name",
  "runs.list-entries data.[].payload.content.[].model",
  "runs.list-entries data.[].payload.content.[].argsError",
  "runs.list-entries data.[].payload.fullText",
  "runs.list-entries data.[].payload.blob.tail",
  "runs.list-entries data.[].payload.summary",
  "runs.list-entries data.[].payload.label",
  "runs.list-entries data.[].payload.title",
  "runs.list-entries data.[].payload.values.*",
  "runs.list-entries data.[].payload.provider",
  "runs.list-entries data.[].payload.model",
  "sessions.get-context messages.[].content.[].model",
  "sessions.get-context messages.[].content.[].name",
  "sessions.get-context messages.[].content.[].argsError",
];

describe.skipIf(CHROMIUM === undefined)("hostile text in every field that the API answers with", () => {
  let product: HostileProduct;
  let page: Page;
  let workOf: () => Promise<number>;

  beforeAll(async () => {
    product = await openHostileProduct();
    page = product.page;
    workOf = await pageWork(page);
    // What agents read has a history once somebody wrote it.
    const { id } = await product.owner.get<{ id: string }>("/organization");
    const all = HOSTILE_TEXTS.map((text) => text.slice(0, 500).toWellFormed()).join("\n\n");
    await product.owner.put(`/documents/context/${id}`, { text: all, reason: "To see it" }, 0);
  }, 300_000);
  afterAll(() => product.end());

  test("a word that nobody can write freely stands in some answer", () => {
    const { document } = product;
    const known = new Set(
      answersOf(document).flatMap(({ schema }) => textsOf(document, schema, "").map(({ name }) => name)),
    );
    expect(CLOSED_NAMES.filter((name) => !known.has(name))).toEqual([]);
  });

  /** Loads the program anew for the first address, and then goes on as links do. */
  async function walk(addresses: readonly string[], look: (address: string) => Promise<unknown>): Promise<void> {
    const [first, ...others] = addresses;
    await page.goto(first ?? "/");
    await look(first ?? "/");
    for (const address of others) {
      await follow(page, address);
      await look(address);
    }
  }

  test(`${HOSTILE_TEXTS.length} texts in each field of each page`, { timeout: 900_000 }, async () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
    product.answers.fill = wordsFilling(HOSTILE_TEXTS);
    const found: unknown[] = [];
    await walk(product.addresses, async (address) => {
      await settled(page);
      await openFolds(page);
      found.push(...(await harmHere(page, address)));
    });
    for (const { name, address, open, screens } of WINDOWS) {
      await page.goto(address ?? `/tasks/${product.story.id}?tab=result`);
      await settled(page);
      await open(page);
      await page.getByRole("dialog").last().waitFor();
      found.push(...(await harmHere(page, name, screens)));
    }
    expect(found).toEqual([]);
  });

  test("lines of a million characters, and every other field as long as it can be", { timeout: 900_000 }, async () => {
    product.answers.fill = longFilling(sentLimits(product.document));
    const found: unknown[] = [];
    let before = 0;
    await walk(product.addresses, async (address) => {
      await settled(page);
      await openFolds(page);
      const work = (await workOf()) - before;
      if (work > MOST_WORK_MS) found.push({ address, work });
      found.push(...(await harmHere(page, address)));
      before = await workOf();
    });
    expect(found).toEqual([]);
  });

  test("pages whose answers fail with hostile words and lines", { timeout: 900_000 }, async () => {
    const { answers, addresses } = product;
    answers.fill = failingFilling(MIXED_TEXTS);
    const found: unknown[] = [];
    const examine = async (address: string): Promise<void> => {
      await page.getByRole("alert").first().waitFor();
      found.push(...(await harmHere(page, address)));
    };
    // Without knowing who looks, no page is drawn at all.
    answers.fails = (operation) => operation !== "me.get";
    await walk(addresses, examine);
    answers.fails = () => true;
    await walk(["/board"], examine);
    // The last of the texts is among what is said.
    expect(await page.getByRole("alert").first().innerText()).toContain("evil.exe.txt");
    answers.fails = () => false;
    expect(found).toEqual([]);
  });

  test("each text whole, as the product keeps it and answers with it", { timeout: 600_000 }, async () => {
    const { answers, owner, story } = product;
    answers.fill = undefined;
    const { projectId, assigneeId, reviewerId } = story;
    for (const text of HOSTILE_TEXTS) {
      const title = seen(Array.from(text.trim()).slice(0, MOST_TITLE_CHARS).join(""));
      const body = { projectId, assigneeId, reviewerId, title, description: text, subtasks: [title] };
      const { id } = await owner.post<{ id: string }>("/tasks", body);
      await owner.post(`/tasks/${story.id}/comments`, { text: seen(text) });
      await owner.post(`/tasks/${story.id}/notes`, { text: seen(text) });
      expect(await owner.get(`/tasks/${id}`)).toMatchObject({ description: text });
    }
    const found: unknown[] = [];
    await walk(["/board", "/board?view=list", `/tasks/${story.id}?tab=talk`], async (address) => {
      await settled(page);
      found.push(...(await harmHere(page, address)));
    });
    expect(await page.locator("main li .prose").count()).toBeGreaterThanOrEqual(2 * HOSTILE_TEXTS.length);
    expect(found).toEqual([]);
  });

  test("an organization in which nothing happened yet", async () => {
    const { answers } = product;
    answers.fill = wordsFilling(HOSTILE_TEXTS);
    answers.isEmpty = () => true;
    await page.goto("/");
    await page.getByRole("button", { name: "Start the story" }).waitFor();
    await openFolds(page);
    const found = await harmHere(page, "/ while there is nothing");
    answers.isEmpty = () => false;
    expect(found).toEqual([]);
  });

  test("no answer and no field was forgotten", () => {
    const { answers, document } = product;
    // What is told while it happens is walked where it happens.
    const all = answersOf(document).filter(({ mediaType }) => mediaType !== "text/event-stream");
    const inOthers = IN_WINDOWS.filter((operation) => !OPENED.includes(operation));
    const notAsked = all.map(({ operation }) => operation).filter((each) => !answers.asked.has(each));
    expect(notAsked.toSorted()).toEqual([...Object.keys(NOT_ASKED), ...inOthers].toSorted());
    const fields = all
      .filter(({ operation, mediaType }) => answers.asked.has(operation) && mediaType === "application/json")
      .flatMap(({ operation, schema }) =>
        textsOf(document, schema, "")
          .filter(({ name }) => !isClosed(name))
          .map(({ pointer }) => `${operation} ${pointer}`),
      );
    const missing = fields.filter((field) => !answers.filled.has(field) && !NOT_FILLED.includes(field));
    expect(missing).toEqual([]);
  });

  test("what was never asked for is asked for by no line of the dashboard", () => {
    const sources = readdirSync(DASHBOARD, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(DASHBOARD, path), "utf8"))
      .join("\n");
    const isCalled = (path: string): boolean => {
      const route = path.replace("/api/v1", "").replaceAll(/\{(\w+)\}/g, ":$1");
      return sources.includes(`"GET ${route}"`) || sources.includes(`addressOf("${route}"`);
    };
    const all = answersOf(product.document);
    expect(all.filter(({ operation, path }) => operation in NOT_ASKED && isCalled(path))).toEqual([]);
    expect(all.filter(({ operation, path }) => IN_WINDOWS.includes(operation) && !isCalled(path))).toEqual([]);
    expect(all.filter(({ path }) => isCalled(path)).length).toBeGreaterThan(40);
  });

  test("nobody else was asked for anything, nothing opened a window, and the browser had nothing to complain about", () => {
    expect(product.strangers).toEqual([]);
    expect(product.dialogs).toEqual([]);
    expect(product.browser.complaints).toEqual([]);
  });
});

/** Goes to another page of the program that is loaded already, and waits until that page is drawn. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`(async () => {
    const router = window.__TSR_ROUTER__;
    await router.navigate({ href: ${JSON.stringify(address)} });
    const isThere = () => router.state.status === "idle" && router.state.resolvedLocation?.href === router.state.location.href;
    do await new Promise(requestAnimationFrame); while (!isThere());
  })()`);
  expect(page.url().endsWith(address)).toBe(true);
}

/** Answers that windows show which this walk opens: they are behind buttons of pages that are walked anyhow. */
const OPENED = ["deliverables.download", "documents.get-revision", "documents.list-revisions"];

const WINDOWS = [
  {
    name: "new task",
    address: "/board",
    screens: ["desktop", "phone"],
    open: (page: Page) => page.keyboard.press("c"),
  },
  {
    name: "palette",
    address: "/board",
    screens: ["desktop", "phone"],
    open: async (page: Page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("DEMO");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "notifications",
    address: "/board",
    // It hangs on the bell of its screen, which is another on a phone.
    screens: ["desktop"],
    open: async (page: Page) => {
      await page
        .getByRole("button", { name: /^Notifications/ })
        .first()
        .click();
      await page.getByRole("dialog").locator("li").first().waitFor();
    },
  },
  {
    name: "what was delivered",
    address: undefined,
    screens: ["desktop", "phone"],
    open: async (page: Page) => {
      await page.getByRole("button", { name: "Preview" }).first().click();
      await page.getByRole("dialog").locator(".prose, pre").first().waitFor({ state: "attached" });
    },
  },
  {
    name: "history of what agents read",
    address: "/settings/knowledge",
    screens: ["desktop", "phone"],
    open: async (page: Page) => {
      await page.getByRole("button", { name: "History of Context" }).click();
      const history = page.getByRole("dialog");
      await history
        .getByRole("button", { name: /^Revision/ })
        .first()
        .click();
      await history.getByRole("region", { name: /^What revision/ }).waitFor();
    },
  },
] as const;
