import { NO_USAGE } from "@cadre/domain";
import { RUN_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun, untilBlocked } from "@cadre/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createBudgetGate } from "../models/budget-gate.ts";
import { transact } from "../open-transaction.ts";
import { appendEntry } from "../sessions/append-fenced.ts";
import { finishCall, refuseCall, startCall } from "./call-journal.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { claimRun } from "./claim-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { fenced } from "./fenced.ts";
import { recordReply, type ReplyToRecord } from "./record-reply.ts";
import { recoverCalls } from "./recover-calls.ts";
import { releaseLost, releaseRuns } from "./release-lost.ts";
import { registerWorker, renewWorker } from "./workers.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

async function claimedWithSession(): Promise<{ claim: ClaimedRun; sessionId: string }> {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Ada" });
  const { sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
  );
  const runId = await queueTestRun(deps, given, { agentId, sessionId });
  return { claim: await claimTestRun(deps, runId), sessionId };
}

const note = { kind: "note", v: 1, topic: "test", text: "hello" } as const;

function reply(sessionId: string, step: number): ReplyToRecord {
  return {
    sessionId,
    step,
    payload: {
      kind: "assistant-message",
      v: 1,
      content: [{ type: "tool-call", callId: "c1", name: "file_write", args: { path: "a" } }],
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: () => ({ effect: "write", mayRepeat: false }),
  };
}

const entriesOf = async (sessionId: string): Promise<number> => {
  const [row] = await fixture.deps.database.query<{ count: number }>(
    "select count(*)::int as count from session_entries where session_id = $1",
    [sessionId],
  );
  return row?.count ?? 0;
};

fact(
  ["I2", "PEER-T2"],
  "whatever a stale attempt tries to write is refused as stale, and nothing is there",
  async () => {
    const { deps } = fixture;
    const { claim: stale, sessionId } = await claimedWithSession();
    const { entryId } = await recordReply(deps, stale, reply(sessionId, 1));
    await startCall(deps, stale, { entryId, callId: "c1" });
    await releaseRuns(deps, { workerId: stale.workerId });
    const now = await claimTestRun(deps, stale.runId);
    expect(now.fence).toBe(stale.fence + 1);
    const before = await entriesOf(sessionId);

    const result = { name: "file_write", text: "late" };
    const gate = createBudgetGate(deps, { dailyLimitMicroUsd: 1_000_000 });
    const writes: Record<string, () => Promise<unknown>> = {
      append: () => appendEntry(deps, stale, { sessionId, payload: note, step: 1 }),
      reply: () => recordReply(deps, stale, reply(sessionId, 2)),
      start: () => startCall(deps, stale, { entryId, callId: "c1" }),
      finish: () =>
        finishCall(deps, stale, { entryId, callId: "c1", sessionId, step: 1, result: { ...result, outcome: "done" } }),
      refuse: () =>
        refuseCall(deps, stale, {
          entryId,
          callId: "c1",
          sessionId,
          step: 1,
          result: { ...result, outcome: "denied" },
        }),
      recover: () => recoverCalls(deps, stale, sessionId),
      transaction: () => fenced(deps, stale, (tx) => tx.sessions.append(sessionId, note)),
      reserve: () =>
        gate.reserve({
          account: { claim: stale, step: 2, purpose: "main" },
          target: { provider: "test", model: "test" },
          worstCaseMicroUsd: 1,
          isUnpriced: false,
          isSimulated: true,
        }),
      end: () => endAttempt(deps, stale, { kind: "succeeded", outcome: "late" }),
      fail: () => endAttempt(deps, stale, { kind: "failed", trouble: { kind: "poison", message: "late" } }),
      park: () => endAttempt(deps, stale, { kind: "parked", waits: [{ kind: "process" }] }),
      unsubmitted: () => endAttempt(deps, stale, { kind: "ended-without-submit" }),
      drain: () => endAttempt(deps, stale, { kind: "drained" }),
    };
    for (const [name, write] of Object.entries(writes)) {
      const refusal = await write().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect({ name, refusal }).toMatchObject({ name, refusal: { code: "run.stale-fence", kind: "conflict" } });
    }
    expect(await entriesOf(sessionId)).toBe(before);
    const rows = await deps.database.query(
      `select r.status, r.fence, (select count(*)::int from model_calls where run_id = r.id) as calls,
       (select count(*)::int from waits where run_id = r.id) as waits from runs r where r.id = $1`,
      [stale.runId],
    );
    expect(rows).toEqual([{ status: "running", fence: now.fence, calls: 0, waits: 0 }]);
  },
);

fact("I2", "a claim waits for a writer that is still inside its transaction; renewals and releases pass", async () => {
  const { deps, clock } = fixture;
  const { claimPatienceMs } = RUN_LIMITS;
  onTestFinished(() => void Object.assign(RUN_LIMITS, { claimPatienceMs }));
  // A slow machine must not use it up before the writer goes on.
  Object.assign(RUN_LIMITS, { claimPatienceMs: 60_000 });
  const { claim, sessionId } = await claimedWithSession();
  const inside = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const writing = fenced(deps, claim, async (tx) => {
    inside.resolve();
    await goOn.promise;
    return tx.sessions.append(sessionId, note);
  });
  await inside.promise;

  const renewal = await renewWorker(deps, claim.workerId, [claim]);
  expect(renewal).toEqual({ isAlive: true, lost: [], unknown: [] });
  await clock.advance(11_000);
  expect(await releaseLost(deps)).toContain(claim.runId);

  const next = await registerWorker(deps, { kind: "test", host: "test", pid: 2, version: 1 });
  let isClaimed = false;
  const claiming = claimRun(deps, { hintRunId: claim.runId, workerId: next, version: 1 }).then((won) => {
    isClaimed = true;
    return won;
  });
  await untilBlocked(deps.database);
  expect(isClaimed).toBe(false);

  goOn.resolve();
  await writing;
  expect(await claiming).toMatchObject({ fence: claim.fence + 1 });
  expect(await entriesOf(sessionId)).toBe(1);
});

fact("I2", "a write that meets a claim under way waits for it, and then writes nothing", async () => {
  const { deps } = fixture;
  const { claim, sessionId } = await claimedWithSession();
  const claiming = await deps.database.pool.connect();
  await claiming.query("begin");
  await claiming.query("update runs set fence = fence + 1 where id = $1", [claim.runId]);
  const refusal = appendEntry(deps, claim, { sessionId, payload: note, step: 1 }).then(
    () => "written",
    (error: unknown) => error,
  );
  const first = await Promise.race([refusal, untilBlocked(deps.database)]);
  await claiming.query("commit");
  claiming.release();
  expect(first).toBe("blocked");
  expect(await refusal).toMatchObject({ code: "run.stale-fence" });
  expect(await entriesOf(sessionId)).toBe(0);
});

fact("I2", "a writer that is suspended for long holds up a claim for two seconds, not for ever", async () => {
  const { deps, clock } = fixture;
  const { claim } = await claimedWithSession();
  const suspended = await deps.database.pool.connect();
  await suspended.query("begin");
  await suspended.query("select 1 from runs where id = $1 and fence = $2 for key share", [claim.runId, claim.fence]);
  await clock.advance(11_000);
  await releaseLost(deps);
  const next = await registerWorker(deps, { kind: "test", host: "test", pid: 2, version: 1 });
  const ask = { hintRunId: claim.runId, workerId: next, version: 1 };
  expect(await claimRun(deps, ask)).toBeUndefined();
  await suspended.query("rollback");
  suspended.release();
  expect(await claimRun(deps, ask)).toMatchObject({ fence: claim.fence + 1 });
});

test("a write and a release that race leave the log whole: either the entry is there, or the writer knows", async () => {
  const { deps } = fixture;
  for (let round = 0; round < 20; round += 1) {
    const { claim, sessionId } = await claimedWithSession();
    const [written] = await Promise.allSettled([
      appendEntry(deps, claim, { sessionId, payload: note, step: 1 }),
      releaseRuns(deps, { workerId: claim.workerId }).then(() => claimTestRun(deps, claim.runId)),
    ]);
    expect(await entriesOf(sessionId)).toBe(written.status === "fulfilled" ? 1 : 0);
  }
});
