import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../tooling/demo/api-client.ts";
import type { ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { answersOf, type OpenApi, sentLimits, textsOf } from "./answer-fields.ts";
import { type Browser, CHROMIUM, openBrowser, type Screen, SCREENS } from "./chromium.ts";
import { harmOf, HARMLESS, openFolds, pageWork } from "./harmless.ts";
import {
  CLOSED_NAMES,
  fillAnswers,
  type HostileAnswers,
  isClosed,
  longFilling,
  wordsFilling,
} from "./hostile-answers.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { playStory, setUpProduct, startProduct, type StoryTask } from "./product.ts";
import { settled } from "./settled.ts";
import { signIn } from "./sign-in.ts";

// By name, since the compiler of these tests does not read what is written for browsers.
const DASHBOARD = "../../apps/dashboard/src/pages";
const { PAGES }: { readonly PAGES: readonly { readonly path: string; readonly access: string }[] } = await import(
  `${DASHBOARD}/pages.ts`
);
const { SECTIONS }: { readonly SECTIONS: readonly { readonly id: string }[] } = await import(
  `${DASHBOARD}/settings/sections.ts`
);

/** A page of ordinary texts takes about 250 ms of the processor to open, all its tasks together. */
const MOST_WORK_MS = 1_500;

/** Views of the pages that have several. The first is the page without words in its address. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  "/board": ["", "?view=list"],
  "/tasks/$taskId": ["", "?tab=result", "?tab=talk", "?tab=history"],
  "/agents/$agentId": ["", "?tab=texts", "?tab=feedback", "?tab=schedule", "?tab=settings", "?tab=runs"],
  "/runs/$runId": ["", "?tab=calls", "?tab=journal", "?tab=context"],
  "/sessions/$sessionId": ["", "?tab=history", "?tab=next"],
};

/** What no page asks for while it is only looked at: it is asked in windows, or by other systems alone. */
const NOT_ASKED: readonly string[] = [
  "organizations.list",
  "documents.list",
  "deliverables.list",
  "sessions.list",
  "projects.get",
  "standing-approvals.list",
  "teams.get",
  "agents.list-daily-log",
  "announcements.get",
  "tasks.list-subtasks",
  "tasks.list-dependencies",
  "approvals.get",
  "deliverables.list-of-task",
  "deliverables.get",
  "deliverables.download",
  "runs.stream",
  "sessions.list-entries",
  "sessions.get-tree",
  "sessions.export",
  "llm-providers.get",
  "llm-providers.list-models",
  "webhooks.get",
  "webhooks.list-deliveries",
  "documents.list-revisions",
  "submits.download",
  "sessions.get-tool-result",
  "sessions.get-entry",
  "model-calls.diff",
  "webhooks.get-delivery",
  "documents.get-revision",
];

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
  let machine: ThrowAwayMachine;
  let owner: ApiClient;
  let document: OpenApi;
  let addresses: readonly string[];
  let browser: Browser;
  let page: Page;
  let answers: HostileAnswers;
  let workOf: () => Promise<number>;
  const strangers: string[] = [];
  const dialogs: string[] = [];

  beforeAll(async () => {
    machine = await startProduct();
    owner = await setUpProduct(machine);
    const story = await playStory(owner);
    await owner.post("/organization/emergency-stop", {});
    document = (await (await fetch(`${machine.url}/api/openapi.json`)).json()) as OpenApi;
    addresses = await addressesOf(story);
    browser = await openBrowser(machine.url);
    page = browser.page;
    browser.context.on("request", (request) => {
      if (!request.url().startsWith(machine.url) && !/^(blob|data):/.test(request.url())) strangers.push(request.url());
    });
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    workOf = await pageWork(page);
    answers = await fillAnswers(browser.context, document);
    await signIn(page);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await machine.end();
  });

  async function addressesOf(story: StoryTask): Promise<string[]> {
    const runs = await owner.all<{ id: string; sessionId: string | null; status: string }>(`/tasks/${story.id}/runs`);
    const run = runs.find(({ sessionId, status }) => sessionId !== null && status === "succeeded");
    const ids: Readonly<Record<string, readonly (string | undefined | null)[]>> = {
      taskId: [story.id],
      agentId: [story.assigneeId],
      runId: [run?.id],
      sessionId: [run?.sessionId],
      section: SECTIONS.map(({ id }) => id),
    };
    return PAGES.filter(({ access }) => access === "signed-in").flatMap(({ path }) => {
      const name = /\$(\w+)/.exec(path)?.[1];
      const values = name === undefined ? [""] : ids[name];
      if (values === undefined) throw new Error(`${path} needs ${name}: say here which ones this walk opens.`);
      const views = VIEWS[path] ?? [""];
      return values.flatMap((value) => views.map((view) => `${path.replace(`$${name}`, value ?? "")}${view}`));
    });
  }

  /** Nothing ran, loads, steers or pushes, on a wide screen and on a phone's. Answers what is not so. */
  async function harmHere(what: string, screens: readonly Screen[] = ["desktop", "phone"]): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const screen of screens) {
      await page.setViewportSize(SCREENS[screen].viewport);
      await settled(page);
      const harm = await harmOf(page);
      if (JSON.stringify(harm) !== JSON.stringify(HARMLESS)) found.push({ what, screen, ...harm });
    }
    await page.setViewportSize(SCREENS.desktop.viewport);
    return found;
  }

  test("a word that nobody can write freely stands in some answer", () => {
    const known = new Set(
      answersOf(document).flatMap(({ schema }) => textsOf(document, schema, "").map(({ name }) => name)),
    );
    expect(CLOSED_NAMES.filter((name) => !known.has(name))).toEqual([]);
  });

  test(`${HOSTILE_TEXTS.length} texts in each field of each page`, { timeout: 400_000 }, async () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
    answers.fill = wordsFilling(HOSTILE_TEXTS);
    const found: unknown[] = [];
    for (const address of addresses) {
      await page.goto(address);
      await settled(page);
      await openFolds(page);
      found.push(...(await harmHere(address)));
    }
    for (const { name, open, screens } of WINDOWS) {
      await page.goto("/board");
      await settled(page);
      await open(page);
      await page.getByRole("dialog").last().waitFor();
      found.push(...(await harmHere(name, screens)));
    }
    expect(found).toEqual([]);
  });

  test("lines of a million characters, and every other field as long as it can be", { timeout: 400_000 }, async () => {
    answers.fill = longFilling(sentLimits(document));
    const found: unknown[] = [];
    for (const address of addresses) {
      await page.goto(address);
      await settled(page);
      await openFolds(page);
      const work = await workOf();
      if (work > MOST_WORK_MS) found.push({ address, work });
      found.push(...(await harmHere(address)));
    }
    expect(found).toEqual([]);
  });

  test("no answer and no field was forgotten", () => {
    const all = answersOf(document);
    expect(all.map(({ operation }) => operation).filter((each) => !answers.asked.has(each))).toEqual(NOT_ASKED);
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

  test("nobody else was asked for anything, nothing opened a window, and the browser had nothing to complain about", () => {
    expect(strangers).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(browser.complaints).toEqual([]);
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
