import type { Actor } from "@cadre/domain";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createBudgetGate } from "../models/budget-gate.ts";
import { transact } from "../open-transaction.ts";
import type { QueueRun, RunWrites } from "../transaction.ts";
import { awaitApproval, startCall } from "./call-journal.ts";
import { claimRun } from "./claim-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { fenced } from "./fenced.ts";
import { recordReply } from "./record-reply.ts";
import { registerWorker } from "./workers.ts";

let fixture: EngineFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  agentId = await fixture.given.newAgent({ name: "Ada" });
});

const queue = (run: Partial<QueueRun> = {}) => queueTestRun(fixture.deps, fixture.given, { agentId, ...run });
const stop = (
  which: Parameters<RunWrites["stop"]>[0],
  how: Parameters<RunWrites["stop"]>[1],
  actor: Actor = fixture.given.owner,
) => transact(fixture.deps, actor, (tx) => tx.runs.stop(which, how));
const runRow = async (id: string) =>
  (
    await fixture.deps.database.query<{ status: string; fence: number }>(
      "select status, fence from runs where id = $1",
      [id],
    )
  )[0];

/** A pause as the organization's features make it: the row first, then the runs, in one transaction. */
const pause = () =>
  transact(fixture.deps, fixture.given.owner, async (tx) => {
    await tx.unit.query("update agents set paused_at = cadre_now(), paused_by = 'Olive' where id = $1", [agentId]);
    await tx.runs.stop({ agentId }, { to: "held", reason: "paused" });
  });
const resume = () =>
  transact(fixture.deps, fixture.given.owner, async (tx) => {
    await tx.unit.query("update agents set paused_at = null, paused_by = null where id = $1", [agentId]);
    await tx.runs.ring({ agentId });
  });

fact(
  ["I6", "PEER-T4"],
  "a pause holds the run in work, starts none of the queued, and no model call is reserved until resume",
  async () => {
    const { deps, doorbell } = fixture;
    const runs = [await queue(), await queue(), await queue()];
    const first = await claimTestRun(deps, runs[0] ?? "");
    await pause();
    expect(await runRow(first.runId)).toEqual({ status: "queued", fence: first.fence + 1 });
    expect(doorbell.controls.at(-1)).toEqual({ runIds: [first.runId] });

    const reserve = createBudgetGate(deps, { dailyLimitMicroUsd: 1_000_000 }).reserve({
      account: { claim: first, step: 1, purpose: "main" },
      target: { provider: "test", model: "test" },
      worstCaseMicroUsd: 1,
      isUnpriced: false,
      isSimulated: true,
    });
    await expect(reserve).rejects.toMatchObject({ code: "run.stale-fence" });
    const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
    for (const hintRunId of runs) expect(await claimRun(deps, { hintRunId, workerId, version: 1 })).toBeUndefined();
    const calls = await deps.database.query("select id from model_calls where run_id = any($1::text[])", [runs]);
    expect(calls).toEqual([]);

    doorbell.runs.length = 0;
    await resume();
    expect(doorbell.runs).toEqual([{ runId: first.runId, fence: first.fence + 1, priority: 2, delayMs: 0 }]);
    expect(await claimRun(deps, { hintRunId: runs[2] ?? "", workerId, version: 1 })).toMatchObject({
      runId: first.runId,
      fence: first.fence + 2,
      losses: 0,
    });
    const attempts = await deps.database.query("select status, reason from attempts where run_id = $1 order by fence", [
      first.runId,
    ]);
    expect(attempts).toEqual([
      { status: "cancelled", reason: "paused" },
      { status: "running", reason: null },
    ]);
  },
);

fact("I6", "a pause wins against claims at the same moment, every time", async () => {
  const { deps } = fixture;
  const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  for (let round = 0; round < 25; round += 1) {
    agentId = await fixture.given.newAgent({ name: `Racer ${round}` });
    const runs = [await queue(), await queue({ lane: "task" }), await queue({ lane: "chat" })];
    await Promise.all([
      ...runs.map((hintRunId) => claimRun(deps, { hintRunId, workerId, version: 1 })),
      pause(),
      ...runs.map((hintRunId) => claimRun(deps, { hintRunId, workerId, version: 1 })),
    ]);
    const running = await deps.database.query("select id from runs where agent_id = $1 and status = 'running'", [
      agentId,
    ]);
    expect(running, `round ${round}`).toEqual([]);
    const attempts = await deps.database.query(
      "select a.run_id from attempts a join runs r on r.id = a.run_id where r.agent_id = $1 and a.status = 'running'",
      [agentId],
    );
    expect(attempts).toEqual([]);
  }
});

fact(
  "I6",
  "a cancellation is final: it waits for the writer inside, ends everything of the run, and nothing recovers it",
  async () => {
    const { deps, given } = fixture;
    const { sessionId } = await transact(deps, given.system, (tx) =>
      tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
    );
    const item = await transact(deps, given.system, (tx) =>
      tx.mailbox.post(agentId, { type: "system_event", payload: { subject: "notice", text: "hello" } }, { sessionId }),
    );
    const claim = await claimTestRun(deps, item.runId ?? "");
    const { entryId, calls } = await recordReply(deps, claim, {
      sessionId,
      step: 1,
      payload: {
        kind: "assistant-message",
        v: 1,
        content: ["started", "asked", "new"].map((callId) => ({
          type: "tool-call",
          callId,
          name: "shell_execute",
          args: {},
        })),
        model: { provider: "test", model: "test" },
        stopReason: "tool-use",
        usage: {
          inputTokens: 1,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          cacheWriteHourTokens: 0,
          outputTokens: 1,
          thinkingTokens: 0,
        },
        isSimulated: true,
      },
      effectOf: () => ({ effect: "external", mayRepeat: false }),
    });
    expect(calls.map((call) => call.callId)).toEqual(["started", "asked", "new"]);
    await startCall(deps, claim, { entryId, callId: "started" });
    const approvalId = await fenced(deps, claim, async (tx) => {
      await awaitApproval(tx, claim, { entryId, callId: "asked" });
      return tx.approvals.request({
        kind: "action",
        title: "Run it?",
        description: "",
        agentId,
        call: { runId: claim.runId, entryId, callId: "asked" },
        action: "rm -r build",
      });
    });

    const stopped = await stop({ runId: claim.runId }, { to: "cancelled", reason: "not needed" });
    expect(stopped).toEqual([claim.runId]);
    const [state] = await deps.database.query(
      `select r.status, r.fence, r.outcome, a.status as attempt, m.status as item, p.status as approval from runs r
     join attempts a on a.run_id = r.id join mailbox_items m on m.id = r.item_id join approvals p on p.run_id = r.id
     where r.id = $1 and p.id = $2`,
      [claim.runId, approvalId],
    );
    expect(state).toEqual({
      status: "cancelled",
      fence: claim.fence + 1,
      outcome: "not needed",
      attempt: "cancelled",
      item: "dropped",
      approval: "cancelled",
    });
    const journal = await deps.database.query<{ callId: string; status: string }>(
      `select c.call_id, c.status, e.payload::jsonb ->> 'outcome' as outcome from tool_calls c
     join session_entries e on e.id = c.result_entry_id where c.run_id = $1 order by c.position`,
      [claim.runId],
    );
    expect(journal).toEqual([
      { callId: "started", status: "unknown", outcome: "unknown" },
      { callId: "asked", status: "denied", outcome: "denied" },
      { callId: "new", status: "failed", outcome: "failed" },
    ]);
    await expect(endAttempt(deps, claim, { kind: "drained" })).rejects.toMatchObject({ code: "run.stale-fence" });
    expect(await stop({ runId: claim.runId }, { to: "cancelled", reason: "again" })).toEqual([]);
  },
);

test("a held pause leaves a waiting run with what it waits for", async () => {
  const { deps } = fixture;
  const claim = await claimTestRun(deps, await queue());
  await endAttempt(deps, claim, { kind: "parked", waits: [{ kind: "process", reference: "p1" }] });
  await pause();
  expect(await runRow(claim.runId)).toEqual({ status: "waiting", fence: claim.fence });
  const [wait] = await deps.database.query("select status from waits where run_id = $1", [claim.runId]);
  expect(wait).toEqual({ status: "open" });
});

test("stopping by task, kind and organization takes exactly what it names", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "in_progress", assigneeId: agentId });
  const work = await queue({ kind: "task", lane: "task", taskId: task.id, round: 1 });
  const review = await queue({ kind: "turn", taskId: task.id });
  const other = await queue({ kind: "turn" });
  expect(await stop({ taskId: task.id }, { to: "cancelled", reason: "x", kinds: ["task"] })).toEqual([work]);
  expect(await stop({ agentId }, { to: "cancelled", reason: "x", kinds: ["task"] })).toEqual([]);
  const all = await stop({ organization: true }, { to: "cancelled", reason: "x" });
  expect(all).toEqual(expect.arrayContaining([review, other]));
  const open = await deps.database.query("select id from runs where status in ('queued', 'running', 'waiting')");
  expect(open).toEqual([]);
});

test("an agent's own run is not stopped by what it does itself, and runs of another organization never are", async () => {
  const { given } = fixture;
  const claim = await claimTestRun(fixture.deps, await queue());
  expect(await stop({ agentId }, { to: "cancelled", reason: "x" }, given.agent(agentId, claim.runId))).toEqual([]);
  const stranger: Actor = { kind: "system", id: "test", organizationId: "org_of_somebody_else" };
  expect(await stop({ runId: claim.runId }, { to: "cancelled", reason: "x" }, stranger)).toEqual([]);
  expect(await runRow(claim.runId)).toMatchObject({ status: "running" });
});

test("a cancelled run makes room: the next one of its lane is rung for", async () => {
  const { deps, doorbell } = fixture;
  const claim = await claimTestRun(deps, await queue());
  const next = await queue();
  doorbell.runs.length = 0;
  await stop({ runId: claim.runId }, { to: "cancelled", reason: "x" });
  expect(doorbell.runs.map((ring) => ring.runId)).toEqual([next]);
});
