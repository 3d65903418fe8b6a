import type { ModelRequest } from "@cadre/domain";
import { textOf } from "@cadre/domain";
import { RUN_LIMITS } from "@cadre/shared";
import { createCatalogue } from "@cadre/llm-router";
import { fact, says } from "@cadre/testkit";
import { expect, test } from "vitest";
import { listDailyLog } from "../../memory/list-daily-log.ts";
import { writeDailyLog } from "../../memory/write-daily-log.ts";
import { transact } from "../../open-transaction.ts";
import { releaseLost } from "../../runs/release-lost.ts";
import { ensureSession } from "../../sessions/ensure-session.ts";
import { entriesSince, loadSession, type StoredEntry } from "../../sessions/load-session.ts";
import { getTask } from "../../tasks/get-task.ts";
import { failureOf, turnDesk } from "../turn-desk.fixture.ts";
import { begin, compactionsOf, sessionOf, setOfWorker, SMALL, textsOf, worker } from "./compaction-work.fixture.ts";

test("a task in a small window is compacted in the middle of its run, and goes on to its end", async () => {
  const model = worker({ steps: 40 });
  const desk = await turnDesk([], { model, catalogue: SMALL });
  const taskId = await begin(desk);
  await desk.settle();
  expect((await getTask(desk.deps, desk.given.owner, { taskId })).status).toBe("review");
  const compactions = await compactionsOf(desk);
  expect(compactions.length).toBeGreaterThan(1);
  expect(compactions.length).toBeLessThan(12);
  for (const { details } of compactions) expect(details).toMatchObject({ isByRule: false });

  const session = await sessionOf(desk);
  expect(session.epoch).toBe(1 + compactions.length);
  const all = await entriesSince(desk.deps, session, 0);
  expect(all.filter(({ payload }) => payload.kind === "assistant-message")).toHaveLength(41);
  const last = model.mains().at(-1);
  const shown = textsOf(last?.messages ?? []);
  expect(textOf(last?.messages[0] ?? { role: "user", content: [] })).toContain("TASK EXECUTION");
  expect(shown).toContain("pages/40.md");
  expect(shown).toContain("Pages were written one after the other.");
  expect(shown).not.toContain("Page 3. word");
  // Every call kept to the window, by what the model itself says of it.
  for (const { messages, system, tools, tail } of model.mains()) {
    expect(JSON.stringify([messages, system, tools, tail]).length / 4).toBeLessThan(32_000);
  }
  expect(desk.bugs).toEqual([]);
  expect(desk.executor.problems).toEqual([]);
  await desk.close();
});

fact(
  "M29",
  "a summary stands in the daily log of its agent, with what was decided and is cut; the next one starts from it",
  async () => {
    const desk = await turnDesk([], { model: worker({ steps: 24 }), catalogue: SMALL });
    const { deps, given } = desk;
    await begin(desk);
    await desk.settle();
    const session = await sessionOf(desk);
    const { data: lines } = await listDailyLog(deps, given.viewer, { agentId: given.workerId, limit: 100 });
    const other = await listDailyLog(deps, given.viewer, { agentId: given.workerId, day: "2020-01-01" });
    expect(other.data).toEqual([]);
    const compactions = await compactionsOf(desk);
    const kinds = lines.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "summary")).toHaveLength(compactions.length);
    expect(new Set(lines.map(({ agentId, sessionId }) => `${agentId} ${sessionId}`))).toEqual(
      new Set([`${given.workerId} ${session.id}`]),
    );
    expect(lines.find(({ kind }) => kind === "summary")?.text).toBe("Pages were written one after the other.");
    const flushed = lines.filter(({ kind }) => kind === "flush").flatMap(({ text }) => text.split("\n"));
    expect(flushed).toContain("- I decided that page 1 is finished.");
    expect(new Set(flushed).size).toBe(flushed.length);
    await desk.close();
  },
);

test("the call for a summary is reserved, recorded as such and never shown as a step; the event tells of it", async () => {
  const model = worker({ steps: 20 });
  const desk = await turnDesk([], { model, catalogue: SMALL });
  await begin(desk);
  await desk.settle();
  const { deps } = desk;
  const calls = await deps.database.query<{ purpose: string; status: string; step: number; outputTokens: number }>(
    "select purpose, status, step, output_tokens from model_calls order by started_at, id",
  );
  const compactions = await compactionsOf(desk);
  const summaries = calls.filter(({ purpose }) => purpose === "summary");
  expect(summaries).toHaveLength(compactions.length);
  for (const call of summaries) expect(call).toMatchObject({ status: "done", outputTokens: 10 });
  const request = model.requests.find(({ tools }) => tools.length === 0);
  expect(request).toMatchObject({ maxOutputTokens: 1_024, temperature: 0.2, messages: [{ role: "user" }] });
  expect(textsOf(request?.messages ?? []).length).toBeLessThanOrEqual(8_000);
  const events = await deps.database.query<{ payload: string }>(
    "select payload from outbox where type = 'session.compacted'",
  );
  expect(events).toHaveLength(compactions.length);
  // The outbox has no order of its own.
  const told = events.map(({ payload }) => JSON.parse(payload) as unknown);
  expect(told).toContainEqual(
    expect.objectContaining({
      entryId: expect.stringMatching(/^ent_/),
      due: "tokens",
      isByRule: false,
      tokensBefore: compactions[0]?.tokensBefore,
    }),
  );
  await desk.close();
});

fact(["M27"], "without a summariser the task is compacted by rule and goes on", async () => {
  const model = worker({ steps: 20, summary: () => failureOf("server") });
  const desk = await turnDesk([], { model, catalogue: SMALL });
  const taskId = await begin(desk);
  await desk.settle();
  expect((await getTask(desk.deps, desk.given.owner, { taskId })).status).toBe("review");
  const compactions = await compactionsOf(desk);
  expect(compactions.length).toBeGreaterThan(0);
  for (const { details } of compactions) expect(details).toMatchObject({ isByRule: true });
  const [event] = await desk.deps.database.query<{ payload: string }>(
    "select payload from outbox where type = 'session.compacted' limit 1",
  );
  expect(event?.payload).toContain('"summaryFailure":"server"');
  await desk.close();
});

fact(
  "I11",
  "a worker that is lost between the summary and its entry leaves the log whole; the next one writes it once",
  async () => {
    const losing: { now?: () => Promise<void> } = {};
    const model = worker({
      steps: 20,
      summary: async (nth) => {
        if (nth === 1) await losing.now?.();
        return says(`Summary ${nth}.`);
      },
    });
    const desk = await turnDesk([], { model, catalogue: SMALL });
    const { deps, clock } = desk;
    const seen: StoredEntry[] = [];
    losing.now = async () => {
      seen.push(...(await entriesSince(deps, await sessionOf(desk), 0)));
      await clock.advance(RUN_LIMITS.leaseMs + 1);
      await releaseLost(deps);
    };
    const taskId = await begin(desk);
    for (let tries = 0; tries < 5; tries += 1) {
      await desk.settle();
      await clock.advance(RUN_LIMITS.leaseMs);
    }
    expect((await getTask(deps, desk.given.owner, { taskId })).status).toBe("review");
    const all = await entriesSince(deps, await sessionOf(desk), 0);
    expect(all.slice(0, seen.length)).toEqual(seen);
    expect(all.filter(({ payload }) => payload.kind === "assistant-message")).toHaveLength(21);
    const compactions = await compactionsOf(desk);
    expect(compactions.map(({ details }) => details?.["prose"])).toEqual(
      compactions.map((_, at) => `Summary ${at + 2}.`),
    );
    const attempts = await deps.database.query("select 1 from attempts where status = 'lost'");
    expect(attempts).toHaveLength(1);
    const flushes = await deps.database.query("select 1 from daily_log_entries where kind = 'flush'");
    expect(flushes).toHaveLength(compactions.length);
    await desk.close();
  },
);

fact(
  "I12",
  "tools and tiers 1 and 2 keep their bytes within an epoch, in memory and after a restart; a compaction begins the next",
  async () => {
    const act: { now?: (step: number) => Promise<void> } = {};
    const model = worker({ steps: 24, before: (_request, step) => act.now?.(step) });
    const desk = await turnDesk([], { model, catalogue: SMALL });
    const { deps, clock, given } = desk;
    act.now = async (step) => {
      if (step === 2)
        await deps.database.query("update agents set role_text = 'Another role.' where id = $1", [given.workerId]);
      if (step !== 4) return;
      await clock.advance(RUN_LIMITS.leaseMs + 1);
      await releaseLost(deps);
    };
    await begin(desk);
    for (let tries = 0; tries < 3; tries += 1) {
      await desk.settle();
      await clock.advance(RUN_LIMITS.leaseMs);
    }
    const rows = await deps.database.query<{ receipt: string }>(
      "select receipt from model_calls where purpose = 'main' and status = 'done' and session_id = $1 order by started_at, id",
      [(await sessionOf(desk)).id],
    );
    expect(desk.bugs).toEqual([]);
    expect(desk.executor.problems).toEqual([]);
    const receipts = rows.map(({ receipt }) => JSON.parse(receipt) as Receipt);
    expect(receipts.length).toBeGreaterThanOrEqual(25);
    const epochs = Map.groupBy(receipts, ({ compacted }) => compacted?.entryId);
    expect(epochs.size).toBeGreaterThan(2);
    const prefixes = [...epochs.values()].map((calls) => new Set(calls.map(({ hashes }) => prefixOf(hashes))));
    expect(prefixes.map((prefix) => prefix.size)).toEqual(prefixes.map(() => 1));
    const [first, second, third] = prefixes.map((prefix) => [...prefix][0]);
    expect(second).not.toBe(first);
    expect(third).toBe(second);

    const session = await sessionOf(desk);
    const loaded = await loadSession(deps, session);
    const all = await entriesSince(deps, session, 0);
    expect(loaded.length).toBeLessThan(all.length / 1.5);
    expect(loaded[0]?.payload).toMatchObject({ kind: "user-message", isPinned: true });
    expect(loaded.every(({ tokens, payload }) => tokens !== undefined || payload.kind === "compaction")).toBe(true);
    await desk.close();
  },
);

type Receipt = {
  readonly hashes: { readonly tools: string; readonly tier1: string; readonly tier2: string };
  readonly compacted?: { readonly entryId: string };
};

function prefixOf({ tools, tier1, tier2 }: Receipt["hashes"]): string {
  return `${tools} ${tier1} ${tier2}`;
}

fact(
  "TW-26",
  "with compactions switched off the task goes on by leaving its oldest steps out of each call",
  async () => {
    const model = worker({ steps: 24 });
    const desk = await turnDesk([], { model, catalogue: SMALL });
    await setOfWorker(desk, { compactsSessions: false });
    const taskId = await begin(desk);
    await desk.settle();
    expect((await getTask(desk.deps, desk.given.owner, { taskId })).status).toBe("review");
    expect(await compactionsOf(desk)).toEqual([]);
    expect(model.mains()).toHaveLength(25);
    const last = textsOf(model.mains().at(-1)?.messages ?? []);
    expect(last).toMatch(/\[SYSTEM\] \d+ earlier/);
    expect(last).toContain("TASK EXECUTION");
    await desk.close();
  },
);

fact(
  "TW-26",
  "with compactions switched off, what a provider finds too large is compacted where recovery is on, and nowhere else",
  async () => {
    for (const recoversFromOverflow of [true, false]) {
      const refuses = ({ messages }: ModelRequest): boolean => messages.length > 14;
      const desk = await turnDesk([], { model: worker({ steps: 12, refuses }) });
      await setOfWorker(desk, { compactsSessions: false, recoversFromOverflow });
      const taskId = await begin(desk);
      await desk.settle();
      const { status } = await getTask(desk.deps, desk.given.owner, { taskId });
      expect([status, (await compactionsOf(desk)).length > 0]).toEqual(
        recoversFromOverflow ? ["review", true] : ["failed", false],
      );
      await desk.close();
    }
  },
);

fact("M45", "what was observed and not yet curated is found in the daily log and nowhere in a prompt", async () => {
  const desk = await turnDesk([], { model: worker({ steps: 2 }) });
  const { deps, given } = desk;
  const { sessionId } = await transact(deps, given.owner, (tx) =>
    ensureSession(tx, { key: "earlier", agentId: given.workerId, kind: "chat" }),
  );
  const observed = { agentId: given.workerId, text: "The build broke on Tuesday.", sessionId, entryId: "ent_observed" };
  await transact(deps, given.system, (tx) => writeDailyLog(tx, { ...observed, kind: "flush" }));
  const { data } = await listDailyLog(deps, given.viewer, { agentId: given.workerId, limit: 10 });
  expect(data.map(({ text }) => text)).toEqual([observed.text]);
  await begin(desk);
  await desk.settle();
  expect(desk.model.requests).toHaveLength(3);
  for (const request of desk.model.requests) {
    expect(JSON.stringify(request)).toContain("TASK EXECUTION");
    expect(JSON.stringify(request)).not.toContain("Tuesday");
  }
  await desk.close();
});

test("an admin's count of messages decides, whatever the window holds", async () => {
  const large = createCatalogue(SMALL.models.map((one) => ({ ...one, contextWindowTokens: 200_000 })));
  const desk = await turnDesk([], { model: worker({ steps: 30 }), catalogue: large });
  await setOfWorker(desk, { compactAboveMessages: 50 });
  await begin(desk);
  await desk.settle();
  const [first] = await compactionsOf(desk);
  const events = await desk.deps.database.query<{ payload: string }>(
    "select payload from outbox where type = 'session.compacted'",
  );
  expect(events.length).toBeGreaterThan(0);
  for (const { payload } of events) expect(JSON.parse(payload)).toMatchObject({ due: "messages" });
  expect(first?.tokensBefore).toBeGreaterThan(20_000);
  await desk.close();
});

test("what cannot fit is told and fails the task; nothing is sent", async () => {
  const model = worker({ steps: 3 });
  const tiny = createCatalogue(
    SMALL.models.map((one) => ({ ...one, contextWindowTokens: 9_000, maxOutputTokens: 1_000 })),
  );
  const desk = await turnDesk([], { model, catalogue: tiny });
  const taskId = await desk.begin({ description: "word ".repeat(9_000) });
  await desk.settle();
  expect((await getTask(desk.deps, desk.given.owner, { taskId })).status).toBe("failed");
  expect(model.requests).toEqual([]);
  const [run] = await desk.deps.database.query<{ failure: string }>("select failure from runs where task_id = $1", [
    taskId,
  ]);
  expect(run?.failure).toMatch(/does not fit.*the task's brief \(\d{5}\).*larger window/);
  expect(desk.bugs).toEqual([]);
  await desk.close();
});

test("a provider that finds the call too large is asked again after a compaction; once only", async () => {
  let refused = 0;
  const model = worker({
    steps: 12,
    refuses: ({ messages }) => {
      const isTooLarge = messages.length > 14;
      if (isTooLarge) refused += 1;
      return isTooLarge;
    },
  });
  const desk = await turnDesk([], { model });
  const taskId = await begin(desk);
  await desk.settle();
  expect((await getTask(desk.deps, desk.given.owner, { taskId })).status).toBe("review");
  expect(refused).toBeGreaterThan(0);
  expect(await compactionsOf(desk)).toHaveLength(refused);
  await desk.close();
});

test("where nothing can be cut, what the provider says is what becomes of the run", async () => {
  const desk = await turnDesk([], { model: worker({ steps: 3, refuses: () => true }) });
  const taskId = await begin(desk);
  await desk.settle();
  expect((await getTask(desk.deps, desk.given.owner, { taskId })).status).toBe("failed");
  expect(desk.model.requests).toHaveLength(1);
  await desk.close();
});
