import { NO_USAGE } from "@cadre/domain";
import { Fault, RUN_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { AttemptEnd } from "./attempt-end.ts";
import { finishCall, startCall } from "./call-journal.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { claimRun } from "./claim-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { executeHint } from "./execute-hint.ts";
import { startWorker } from "./live-worker.ts";
import { createNoOpStep } from "./no-op-step.ts";
import { recordReply } from "./record-reply.ts";
import { releaseRuns } from "./release-lost.ts";
import { runSegment } from "./run-segment.ts";
import type { Step, StepEnd } from "./step-end.ts";
import { registerWorker } from "./workers.ts";

let fixture: EngineFixture;
let agentId: string;
let claim: ClaimedRun;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  agentId = await fixture.given.newAgent({ name: "Ada" });
  claim = await claimTestRun(fixture.deps, await queueTestRun(fixture.deps, fixture.given, { agentId }));
});

const steady = { signal: new AbortController().signal, isDraining: () => false };
/** Steps with these ends, and a failing one when the script is over. */
const scripted = (ends: readonly StepEnd[]): { step: Step; taken: () => number } => {
  let taken = 0;
  return {
    step: () => {
      const end = ends[taken++];
      return end === undefined ? Promise.reject(new Error("The script is over.")) : Promise.resolve(end);
    },
    taken: () => taken,
  };
};
const endingOf = (deps: EngineDeps) => (won: ClaimedRun, end: AttemptEnd) => endAttempt(deps, won, end);
const statusOf = async (runId: string) =>
  (await fixture.deps.database.query<{ status: string }>("select status from runs where id = $1", [runId]))[0]?.status;

test("a segment takes steps until one ends the attempt", async () => {
  const { step, taken } = scripted([
    { kind: "continue" },
    { kind: "continue" },
    { kind: "succeeded", outcome: "done" },
  ]);
  expect(await runSegment(fixture.deps, { claim, step, end: endingOf(fixture.deps) }, steady)).toEqual({
    kind: "ended",
    status: "succeeded",
    attempt: "finished",
  });
  expect(taken()).toBe(3);
});

test("a segment ends at a step boundary after ten minutes, and the run is queued again at once", async () => {
  const step: Step = async () => {
    await fixture.clock.advance(RUN_LIMITS.segmentMs / 2);
    return { kind: "continue" };
  };
  fixture.doorbell.runs.length = 0;
  expect(await runSegment(fixture.deps, { claim, step, end: endingOf(fixture.deps) }, steady)).toEqual({
    kind: "ended",
    status: "queued",
    attempt: "drained",
  });
  expect(fixture.doorbell.runs[0]).toEqual({ runId: claim.runId, fence: claim.fence, priority: 2, delayMs: 0 });
});

test("a draining process gives its run back before the next step", async () => {
  const { step, taken } = scripted([{ kind: "continue" }, { kind: "continue" }, { kind: "continue" }]);
  let asked = 0;
  const end = await runSegment(
    fixture.deps,
    { claim, step, end: endingOf(fixture.deps) },
    { ...steady, isDraining: () => (asked += 1) > 2 },
  );
  expect(end).toEqual({ kind: "ended", status: "queued", attempt: "drained" });
  expect(taken()).toBe(2);
});

test("an aborted step writes nothing more, whatever it returns or throws", async () => {
  const abort = new AbortController();
  const step: Step = (_claim, signal) => {
    abort.abort(new Error("paused"));
    signal.throwIfAborted();
    return Promise.resolve({ kind: "continue" });
  };
  const control = { signal: abort.signal, isDraining: () => false };
  expect(await runSegment(fixture.deps, { claim, step, end: endingOf(fixture.deps) }, control)).toEqual({
    kind: "claim-lost",
  });
  expect(await statusOf(claim.runId)).toBe("running");
});

test("a step that finds its fence stale ends the segment quietly", async () => {
  await fixture.deps.database.query("update runs set status = 'cancelled', fence = fence + 1 where id = $1", [
    claim.runId,
  ]);
  const { step } = scripted([{ kind: "succeeded", outcome: "late" }]);
  expect(await runSegment(fixture.deps, { claim, step, end: endingOf(fixture.deps) }, steady)).toEqual({
    kind: "claim-lost",
  });
  expect(await statusOf(claim.runId)).toBe("cancelled");
});

test("a step that throws fails its run and hands the bug to the edge; a database that is away counts as network", async () => {
  const { deps } = fixture;
  const bug = new Error("index 7 out of range");
  expect(await runSegment(deps, { claim, step: () => Promise.reject(bug), end: endingOf(deps) }, steady)).toMatchObject(
    {
      status: "failed",
      bug,
    },
  );
  const away = new Fault("unavailable", "database.unreachable", { message: "away" });
  const next = await claimTestRun(deps, await queueTestRun(deps, fixture.given, { agentId }));
  await runSegment(deps, { claim: next, step: () => Promise.reject(away), end: endingOf(deps) }, steady);
  const [row] = await deps.database.query<{ failure: string }>("select failure from runs where id = $1", [next.runId]);
  expect(JSON.parse(row?.failure ?? "{}")).toMatchObject({ kind: "error", message: "away", isNetwork: true });
});

test("an end that cannot be carried out fails the run instead of leaving it claimed", async () => {
  const step: Step = async () => ({
    kind: "succeeded",
    outcome: "submitted",
    alongside: () => Promise.reject(new Fault("conflict", "task.illegal-move", { message: "too late" })),
  });
  expect(await runSegment(fixture.deps, { claim, step, end: endingOf(fixture.deps) }, steady)).toMatchObject({
    kind: "ended",
    status: "failed",
  });
});

test("a run whose worker was lost right after the submit only ends: no step, no model call", async () => {
  const { deps, given } = fixture;
  const { sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
  );
  const { entryId } = await recordReply(deps, claim, {
    sessionId,
    step: 1,
    payload: {
      kind: "assistant-message",
      v: 1,
      content: [{ type: "tool-call", callId: "c1", name: "task_submit_review", args: {} }],
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: () => ({ effect: "write", mayRepeat: true }),
  });
  await startCall(deps, claim, { entryId, callId: "c1" });
  await finishCall(deps, claim, {
    entryId,
    callId: "c1",
    sessionId,
    step: 1,
    result: { name: "task_submit_review", outcome: "done", text: "Submitted." },
    outcome: "submitted",
  });
  await releaseRuns(deps, { workerId: claim.workerId });
  const again = await claimTestRun(deps, claim.runId);
  const { step, taken } = scripted([]);
  expect(await runSegment(deps, { claim: again, step, end: endingOf(deps) }, steady)).toMatchObject({
    status: "succeeded",
  });
  expect(taken()).toBe(0);
});

/** Counts what flushes the log: transactions, and single statements that write. */
function countingCommits(deps: EngineDeps): { deps: EngineDeps; commits: () => number } {
  let commits = 0;
  const { database } = deps;
  const counted: EngineDeps["database"] = {
    ...database,
    unit: (organizationId, work) => {
      commits += 1;
      return database.unit(organizationId, work);
    },
    query: (text, values) => {
      if (/\b(insert|update|delete)\b|cadre_claim_runs/.test(text)) commits += 1;
      return database.query(text, values);
    },
  };
  return { deps: { ...deps, database: counted }, commits: () => commits };
}

test("a no-op task is three commits from its creation to its end: created, claimed, ended", async () => {
  const { given } = fixture;
  const { deps, commits } = countingCommits(fixture.deps);
  const workerId = await registerWorker(fixture.deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const task = await given.task({ status: "in_progress", assigneeId: agentId });
  const runId = await transact(deps, given.owner, (tx) =>
    tx.runs.queue({ agentId, kind: "task", scenario: "no_op", lane: "task", priority: 2, taskId: task.id, round: 1 }),
  );
  const won = await claimRun(deps, { hintRunId: runId, workerId, version: 1 });
  if (won === undefined) throw new Error("Nothing was claimed.");
  const finished: (string | undefined)[] = [];
  const step = createNoOpStep({
    finishTasks: (_tx, claims) => void finished.push(...claims.map(({ taskId }) => taskId)),
  });
  await runSegment(deps, { claim: won, step, end: endingOf(deps) }, steady);
  expect(finished).toEqual([task.id]);
  expect(await statusOf(runId)).toBe("succeeded");
  expect(commits()).toBe(3);
});

test("a hint whose place a better run took goes on to its own run, unheard rings or not", async () => {
  const { deps, given } = fixture;
  await deps.database.query("update runs set status = 'cancelled' where id = $1", [claim.runId]);
  const plain = await queueTestRun(deps, given, { agentId, priority: 3 });
  const urgent = await queueTestRun(deps, given, { agentId, priority: 0 });
  const worker = await startWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const done: Step = async () => ({ kind: "succeeded", outcome: "done" });
  const ended: string[] = [];
  const host = { worker, stepFor: () => done, onSegment: (won: ClaimedRun) => void ended.push(won.runId) };
  await executeHint(deps, host, plain);
  expect(ended).toEqual([urgent, plain]);
  expect(worker.openClaims()).toBe(0);
  worker.drain();
  const late = await queueTestRun(deps, given, { agentId });
  await executeHint(deps, host, late);
  expect(await statusOf(late)).toBe("queued");
});
