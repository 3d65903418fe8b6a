import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersOf, sentLimits, textsOf } from "./answer-fields.ts";
import { CHROMIUM } from "./chromium.ts";
import { openFolds, pageWork } from "./harmless.ts";
import { CLOSED_NAMES, isClosed, longFilling, wordsFilling } from "./hostile-answers.ts";
import { harmHere, type HostileProduct, openHostileProduct } from "./hostile-product.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { settled } from "./settled.ts";
import { IN_WINDOWS, NOT_ASKED } from "./window-answers.ts";

const DASHBOARD = new URL("../../apps/dashboard/src/", import.meta.url).pathname;

/** A page of ordinary texts takes about 250 ms of the processor to open, all its tasks together. */
const MOST_WORK_MS = 1_500;

/** Fields that the answers of this walk have no place for: parts of entries that the story's runs did not write. */
const NOT_FILLED: readonly string[] = [
  "runs.get waits.[].reference",
  "projects.list data.[].repositories.[].defaultBranch",
  "sessions.get metadata.*",
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
  }, 300_000);
  afterAll(() => product.end());

  test("a word that nobody can write freely stands in some answer", () => {
    const { document } = product;
    const known = new Set(
      answersOf(document).flatMap(({ schema }) => textsOf(document, schema, "").map(({ name }) => name)),
    );
    expect(CLOSED_NAMES.filter((name) => !known.has(name))).toEqual([]);
  });

  test(`${HOSTILE_TEXTS.length} texts in each field of each page`, { timeout: 900_000 }, async () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
    product.answers.fill = wordsFilling(HOSTILE_TEXTS);
    const found: unknown[] = [];
    for (const address of product.addresses) {
      await page.goto(address);
      await settled(page);
      await openFolds(page);
      found.push(...(await harmHere(page, address)));
    }
    for (const { name, open, screens } of WINDOWS) {
      await page.goto("/board");
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
    for (const address of product.addresses) {
      await page.goto(address);
      await settled(page);
      await openFolds(page);
      const work = await workOf();
      if (work > MOST_WORK_MS) found.push({ address, work });
      found.push(...(await harmHere(page, address)));
    }
    expect(found).toEqual([]);
  });

  test.each(["words", "long lines"])(
    "pages whose answers fail with hostile %s",
    { timeout: 900_000 },
    async (words) => {
      const { answers, document, addresses } = product;
      answers.fill = words === "words" ? wordsFilling(HOSTILE_TEXTS) : longFilling(sentLimits(document));
      const found: unknown[] = [];
      const examine = async (address: string): Promise<void> => {
        await page.goto(address);
        await page.getByRole("alert").first().waitFor();
        found.push(...(await harmHere(page, address)));
      };
      // Without knowing who looks, no page is drawn at all.
      answers.fails = (operation) => operation !== "me.get";
      for (const address of addresses) await examine(address);
      answers.fails = () => true;
      await examine("/board");
      answers.fails = () => false;
      expect(found).toEqual([]);
    },
  );

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
    const notAsked = all.map(({ operation }) => operation).filter((each) => !answers.asked.has(each));
    expect(notAsked.toSorted()).toEqual([...Object.keys(NOT_ASKED), ...IN_WINDOWS].toSorted());
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

const WINDOWS = [
  { name: "new task", screens: ["desktop", "phone"], open: (page: Page) => page.keyboard.press("c") },
  {
    name: "palette",
    screens: ["desktop", "phone"],
    open: async (page: Page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("DEMO");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "notifications",
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
] as const;
