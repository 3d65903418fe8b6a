import { eventually } from "@cadre/testkit";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM } from "./chromium.ts";
import { openFolds, pageWork } from "./harmless.ts";
import { harmHere, type HostileProduct, openHostileProduct } from "./hostile-product.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";
import { untilTask } from "./product.ts";
import { settled } from "./settled.ts";

/** A line as long as the longest that a tool may write, and what a terminal would obey. */
const LINE_CHARS = 999_000;
const COMMANDS = [
  `head -c ${LINE_CHARS} /dev/zero | tr '\\0' W > long.md`,
  "cat long.md",
  "printf '\\033[31mred\\033[2J\\033]0;owned\\007\\033]8;;javascript:window.__ran=true\\033\\\\link \\342\\200\\256txt.exe <img src=x onerror=window.__ran=true>'",
];

const SHOWN_CHARS = 10_000;

/** Work of the processor for a page with such a line, all its tasks together; one of ordinary texts takes about 250 ms. */
const MOST_WORK_MS = 2_500;

/** Every kind of thing that events are about, and one that nobody knows. */
const KINDS = [
  "task",
  "run",
  "session",
  "approval",
  "deliverable",
  "notification",
  "item",
  "agent",
  "document",
  "team",
  "organization",
  "nobody",
];

describe.skipIf(CHROMIUM === undefined)("hostile text that is told while it happens, and that real tools wrote", () => {
  let product: HostileProduct;
  let page: Page;
  let workOf: () => Promise<number>;
  const written = { taskId: "", runId: "", sessionId: "" };

  beforeAll(async () => {
    product = await openHostileProduct({ goesOn: true });
    page = product.page;
    workOf = await pageWork(page);
    const runs = COMMANDS.map((command) => `Run \`${command}\`.`)
      .join(" Then ")
      .replaceAll("Then Run", "Then run");
    written.taskId = await taskOf("Write one long line", `${runs} Then read \`long.md\`.\n\nDeliverables: \`long.md\``);
    await untilTask(product.owner, written.taskId, "review");
    Object.assign(written, await runOf(written.taskId));
  }, 300_000);
  afterAll(() => product.end());

  async function taskOf(title: string, description: string): Promise<string> {
    const { projectId, assigneeId, reviewerId } = product.story;
    const body = { projectId, assigneeId, reviewerId, title, description };
    return (await product.owner.post<{ id: string }>("/tasks", body)).id;
  }

  function runOf(taskId: string): Promise<{ runId: string; sessionId: string }> {
    const look = async (): Promise<{ runId: string; sessionId: string } | undefined> => {
      const runs = await product.owner.all<{ id: string; sessionId: string | null }>(`/tasks/${taskId}/runs`);
      const run = runs.find(({ sessionId }) => sessionId !== null);
      return run === undefined ? undefined : { runId: run.id, sessionId: run.sessionId ?? "" };
    };
    return eventually(look, `a run of ${taskId}`, 60_000);
  }

  test(
    "a line of a million characters and terminal codes that tools wrote, printed and delivered",
    { timeout: 600_000 },
    async () => {
      const found: unknown[] = [];
      const places = [
        `/tasks/${written.taskId}`,
        `/tasks/${written.taskId}?tab=result`,
        `/runs/${written.runId}`,
        `/runs/${written.runId}?tab=journal`,
        `/runs/${written.runId}?tab=context`,
        `/sessions/${written.sessionId}?tab=history`,
        `/sessions/${written.sessionId}?tab=next`,
      ];
      for (const address of places) {
        await page.goto(address);
        await settled(page);
        await openFolds(page);
        await page.evaluate(
          "document.querySelectorAll('main button[aria-expanded=false]').forEach((line) => line.click())",
        );
        await settled(page);
        const work = await workOf();
        if (work > MOST_WORK_MS) found.push({ address, work });
        found.push(...(await harmHere(page, address)));
      }
      for (const address of [`/tasks/${written.taskId}`, `/runs/${written.runId}`]) {
        await page.goto(address);
        const told = await readLog(page, async (at) => {
          found.push(...(await harmHere(page, `${address}, ${at} px down its log`)));
        });
        // Of a long line tools and pages show the beginning, of what a terminal obeys nothing but its letters.
        expect(told.includes("W".repeat(SHOWN_CHARS))).toBe(true);
        expect(told.includes("redlink txt.exe <img src=x onerror=window.__ran=true>")).toBe(true);
      }
      await page.goto(`/tasks/${written.taskId}?tab=result`);
      await page.getByRole("button", { name: "Preview" }).first().click();
      await page.getByRole("dialog").getByText(/WWWW/).first().waitFor();
      found.push(...(await harmHere(page, "the preview of the long line")));
      expect(found).toEqual([]);
      expect(await page.title()).toMatch(/ · Cadre$/);
    },
  );

  test.each(["thinking", "text", "output"])(
    "what a run tells piece by piece: %s",
    { timeout: 600_000 },
    async (kind) => {
      const found: unknown[] = [];
      await page.route(RUN_STATES, asRunning);
      for (const [what, texts] of [
        ["words", HOSTILE_TEXTS.map((text) => `${text.slice(0, 300).toWellFormed()}\n\n`)],
        ["a long line", Array.from({ length: 100 }, () => "WAVAT".repeat(2_000))],
      ] as const) {
        const pieces = texts.map((text, seq) => ["delta", { fence: 1_000, step: 1_000, seq, kind, text }] as const);
        await page.route(`**/api/v1/runs/${written.runId}/stream`, once(pieces));
        for (const address of [`/runs/${written.runId}`]) {
          await page.goto(address);
          await page
            .getByText(kind === "output" ? "A tool is running" : "Writing")
            .first()
            .waitFor();
          const work = await workOf();
          if (work > MOST_WORK_MS) found.push({ address, what, work });
          found.push(...(await harmHere(page, `${address} while ${what} comes`)));
        }
        await page.unroute(`**/api/v1/runs/${written.runId}/stream`);
      }
      await page.unroute(RUN_STATES);
      expect(found).toEqual([]);
    },
  );

  test("what the line of events tells", { timeout: 600_000 }, async () => {
    const found: unknown[] = [];
    const words = HOSTILE_TEXTS.map((text) => text.slice(0, 300).toWellFormed()).join("\n");
    const events = KINDS.flatMap((kind) =>
      [words, "WAVAT".repeat(20_000), written.taskId].map((id) => {
        const payload = { taskId: id, runId: id, agentId: id, title: words, reason: words };
        return [
          "event",
          { id, type: words, entity: { kind, id }, actor: { kind: words, id }, at: words, payload },
        ] as const;
      }),
    );
    await page.route("**/api/v1/events", once(events));
    for (const address of [
      "/",
      "/board",
      "/activity",
      `/tasks/${written.taskId}`,
      `/runs/${written.runId}`,
      "/approvals",
    ]) {
      // The organization is among what they are about: who looks is asked for again.
      const told = page.waitForResponse(/\/api\/v1\/events$/).then(() => page.waitForResponse(/\/api\/v1\/me$/));
      await page.goto(address);
      await told;
      await settled(page);
      found.push(...(await harmHere(page, `${address} after events`)));
    }
    await page.unroute("**/api/v1/events");
    expect(found).toEqual([]);
  });

  test.each([
    ["in hostile words", HOSTILE_TEXTS.join("\n\n").toWellFormed()],
    ["in a line of a million characters", "WAVAT".repeat(200_000)],
  ])("a change that is refused %s where no form says why", async (_how, detail) => {
    await page.route("**/api/v1/sign-out", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        body: JSON.stringify({ type: detail, title: detail, detail, status: 409, code: "hostile.words" }),
      }),
    );
    await page.goto("/");
    await settled(page);
    await page
      .getByRole("button", { name: /Ada Lovelace/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("Could not sign you out").waitFor();
    expect(await harmHere(page, "a refused sign-out")).toEqual([]);
    await page.unroute("**/api/v1/sign-out");
  });

  test("nobody else was asked for anything, and the browser had nothing to complain about", () => {
    expect(product.strangers).toEqual([]);
    expect(product.dialogs).toEqual([]);
    expect(product.browser.complaints).toEqual([]);
  });
});

const RUN_STATES = /\/api\/v1\/(tasks\/\w+\/runs|runs\/\w+)(\?|$)/;

/** Runs that are over still run, as far as the page knows. */
async function asRunning(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replaceAll('"status":"succeeded"', '"status":"running"');
  await route.fulfill({ response, body });
}

const STEP_PX = 500;

/** Goes down the log of a run and opens every card on the way. Answers all that tools are shown to have answered. */
async function readLog(page: Page, look: (at: number) => Promise<void>): Promise<string> {
  const told = new Set<string>();
  await page.getByRole("log").locator("details").first().waitFor();
  for (let at = 0, isEnd = false; !isEnd; at += STEP_PX) {
    isEnd = await page.evaluate<boolean>(`(() => {
      const log = document.querySelector("[role=log]");
      log.scrollTop = ${at};
      return log.scrollTop + log.clientHeight >= log.scrollHeight - 2;
    })()`);
    await settled(page);
    await openFolds(page);
    await settled(page);
    for (const text of await page.getByRole("log").getByRole("region", { name: "Result" }).allInnerTexts())
      told.add(text);
    await look(at);
  }
  return [...told].join("\n");
}

/** A stream that says all this to each page that opens it, and then nothing more. */
function once(frames: readonly (readonly [event: string, content: unknown])[]): (route: Route) => Promise<void> {
  const body = frames.map(
    ([event, content], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(content)}\n\n`,
  );
  return async (route) => {
    // Who comes back has heard everything.
    if (route.request().headers()["last-event-id"] === String(frames.length)) return;
    await route.fulfill({ contentType: "text/event-stream", body: body.join("") });
  };
}
