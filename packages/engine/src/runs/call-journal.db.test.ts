import { NO_USAGE } from "@cadre/domain";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { loadSession } from "../sessions/load-session.ts";
import { awaitApproval, callsWithOutcome, finishCall, openCalls, refuseCall, startCall } from "./call-journal.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { fenced } from "./fenced.ts";
import { type CallEffect, recordReply } from "./record-reply.ts";
import { INTERRUPTED_CALL, recoverCalls } from "./recover-calls.ts";
import { releaseRuns } from "./release-lost.ts";

let fixture: EngineFixture;
let claim: ClaimedRun;
let sessionId: string;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Ada" });
  ({ sessionId } = await transact(deps, given.system, (tx) =>
    tx.sessions.ensure({ key: `work:${agentId}`, agentId, kind: "task" }),
  ));
  claim = await claimTestRun(deps, await queueTestRun(deps, given, { agentId, sessionId }));
});

const EFFECTS: Record<string, CallEffect> = {
  file_read: { effect: "read", mayRepeat: true },
  file_write: { effect: "write", mayRepeat: false },
  task_create: { effect: "write", mayRepeat: true },
};

const record = (names: readonly string[], step = 1) =>
  recordReply(fixture.deps, claim, {
    sessionId,
    step,
    payload: {
      kind: "assistant-message",
      v: 1,
      content: names.map((name, at) => ({ type: "tool-call", callId: `c${at}`, name, args: { b: at, a: "x\u0000y" } })),
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: (name) => EFFECTS[name] ?? { effect: "external", mayRepeat: false },
  });
const loseAndReclaim = async (): Promise<void> => {
  await releaseRuns(fixture.deps, { workerId: claim.workerId });
  claim = await claimTestRun(fixture.deps, claim.runId);
};
const statuses = () =>
  fixture.deps.database.query(
    "select call_id, status, starts from tool_calls where run_id = $1 order by step, position",
    [claim.runId],
  );
const done = (entryId: string, callId: string, outcome?: string) =>
  finishCall(fixture.deps, claim, {
    entryId,
    callId,
    sessionId,
    step: 1,
    result: { name: "tool", outcome: "done", text: "ok" },
    ...(outcome === undefined ? {} : { outcome }),
  });

fact("I8", "a reply and its calls are recorded before any effect, with the key run:entry:call", async () => {
  const { entryId, calls } = await record(["file_read", "file_write"]);
  expect(calls).toMatchObject([
    { callId: "c0", key: `${claim.runId}:${entryId}:c0`, args: { a: "x\uFFFDy", b: 0 } },
    { callId: "c1", key: `${claim.runId}:${entryId}:c1` },
  ]);
  expect(await openCalls(fixture.deps, claim.runId)).toMatchObject([
    { callId: "c0", args: '{"a":"x\uFFFDy","b":0}', status: "recorded", step: 1, mayRepeat: true, starts: 0 },
    { callId: "c1", status: "recorded", mayRepeat: false },
  ]);
  const [run] = await fixture.deps.database.query("select step from runs where id = $1", [claim.runId]);
  expect(run).toEqual({ step: 1 });
});

fact("I8", "a finished call never starts again, not even for a later attempt", async () => {
  const { deps } = fixture;
  const { entryId } = await record(["file_read", "file_write"]);
  for (const callId of ["c0", "c1"]) {
    expect(await startCall(deps, claim, { entryId, callId })).toBe(1);
    await done(entryId, callId);
  }
  await loseAndReclaim();
  expect(await recoverCalls(deps, claim, sessionId)).toEqual({ open: [], unknown: [] });
  for (const callId of ["c0", "c1"]) {
    await expect(startCall(deps, claim, { entryId, callId })).rejects.toMatchObject({ code: "call.not-startable" });
    await expect(done(entryId, callId)).rejects.toMatchObject({ code: "call.not-started" });
  }
});

fact("I8", "a call that had started and may not repeat cannot be started again, whoever asks", async () => {
  const { deps } = fixture;
  const { entryId } = await record(["file_read", "file_write"]);
  for (const callId of ["c0", "c1"]) await startCall(deps, claim, { entryId, callId });
  await loseAndReclaim();
  expect(await startCall(deps, claim, { entryId, callId: "c0" })).toBe(2);
  await expect(startCall(deps, claim, { entryId, callId: "c1" })).rejects.toMatchObject({
    code: "call.not-startable",
  });
});

fact(
  "I8",
  "after a crash: reads and keyed calls start again, others are unknown with a result, new ones are still to do",
  async () => {
    const { deps } = fixture;
    const { entryId } = await record(["file_read", "task_create", "file_write", "shell_execute", "file_write"]);
    for (const callId of ["c0", "c1", "c2", "c3"]) await startCall(deps, claim, { entryId, callId });
    await loseAndReclaim();
    const recovered = await recoverCalls(deps, claim, sessionId);
    expect(recovered.open.map((call) => [call.callId, call.status])).toEqual([
      ["c0", "started"],
      ["c1", "started"],
      ["c4", "recorded"],
    ]);
    expect(recovered.unknown.map((call) => call.callId)).toEqual(["c2", "c3"]);
    const results = (await loadSession(deps, { id: sessionId, organizationId: claim.organizationId }))
      .map((entry) => entry.payload)
      .filter((payload) => payload.kind === "tool-result");
    expect(results).toMatchObject([
      { callId: "c2", outcome: "unknown", text: INTERRUPTED_CALL, assistantEntryId: entryId },
      { callId: "c3", outcome: "unknown", text: INTERRUPTED_CALL },
    ]);
    expect(await startCall(deps, claim, { entryId, callId: "c0" })).toBe(2);
    expect(await startCall(deps, claim, { entryId, callId: "c1" })).toBe(2);
    await expect(startCall(deps, claim, { entryId, callId: "c2" })).rejects.toMatchObject({
      code: "call.not-startable",
    });
    expect(await recoverCalls(deps, claim, sessionId)).toMatchObject({ open: [{ callId: "c4" }], unknown: [] });
  },
);

fact("I8", "one attempt starts a call once, however often it asks", async () => {
  const { entryId } = await record(["file_read"]);
  const starts = await Promise.allSettled(
    Array.from({ length: 8 }, () => startCall(fixture.deps, claim, { entryId, callId: "c0" })),
  );
  expect(starts.filter((start) => start.status === "fulfilled")).toHaveLength(1);
  expect(await statuses()).toEqual([{ callId: "c0", status: "started", starts: 1 }]);
});

fact("I13", "an approved call starts once on its permit; a pending or rejected one never does", async () => {
  const { deps } = fixture;
  const { entryId } = await record(["shell_execute", "shell_execute", "shell_execute"]);
  const ask = (callId: string): Promise<string> =>
    fenced(deps, claim, async (tx) => {
      await awaitApproval(tx, claim, { entryId, callId });
      return tx.approvals.request({
        kind: "action",
        title: "Run it?",
        description: "",
        agentId: claim.agentId,
        call: { runId: claim.runId, entryId, callId },
        action: "make",
      });
    });
  const approvals = [await ask("c0"), await ask("c1"), await ask("c2")];
  await expect(startCall(deps, claim, { entryId, callId: "c0" })).rejects.toMatchObject({ code: "call.not-startable" });
  await deps.database.query("update approvals set status = 'approved' where id = $1", [approvals[0] ?? ""]);
  await deps.database.query("update approvals set status = 'rejected' where id = $1", [approvals[1] ?? ""]);
  const tries = await Promise.allSettled(
    ["c0", "c0", "c0", "c1", "c2"].map((callId) => startCall(deps, claim, { entryId, callId })),
  );
  expect(tries.filter((tried) => tried.status === "fulfilled")).toHaveLength(1);
  expect(await statuses()).toMatchObject([
    { status: "started" },
    { status: "awaiting_approval" },
    { status: "awaiting_approval" },
  ]);
  const refused = { name: "shell_execute", outcome: "denied", text: "A person said no." } as const;
  await refuseCall(deps, claim, { entryId, callId: "c1", sessionId, step: 1, result: refused });
  expect(await statuses()).toMatchObject([
    { status: "started" },
    { status: "denied" },
    { status: "awaiting_approval" },
  ]);
  const used = await deps.database.query<{ id: string }>("select id from approvals where used_at is not null");
  expect(used).toEqual([{ id: approvals[0] }]);
});

test("a call's outcome tells the engine what a reply achieved", async () => {
  const { deps } = fixture;
  const { entryId } = await record(["task_submit_review"]);
  await startCall(deps, claim, { entryId, callId: "c0" });
  await done(entryId, "c0", "submitted");
  expect(await callsWithOutcome(deps, claim.runId, "submitted")).toMatchObject([{ entryId, callId: "c0" }]);
  expect(await callsWithOutcome(deps, claim.runId, "accepted")).toEqual([]);
});

test("a reply that uses one call id twice has one call", async () => {
  const { calls } = await recordReply(fixture.deps, claim, {
    sessionId,
    step: 1,
    payload: {
      kind: "assistant-message",
      v: 1,
      content: ["file_read", "file_write"].map((name) => ({ type: "tool-call", callId: "same", name, args: {} })),
      model: { provider: "test", model: "test" },
      stopReason: "tool-use",
      usage: NO_USAGE,
      isSimulated: true,
    },
    effectOf: () => ({ effect: "read", mayRepeat: true }),
  });
  expect(calls.map((call) => call.name)).toEqual(["file_read"]);
});

test("calls left open when a run fails are answered in its session", async () => {
  const { deps } = fixture;
  const { entryId } = await record(["file_write", "file_write"]);
  await startCall(deps, claim, { entryId, callId: "c0" });
  await endAttempt(deps, claim, { kind: "failed", trouble: { kind: "loop-detected", message: "again and again" } });
  expect(await statuses()).toMatchObject([{ status: "unknown" }, { status: "failed" }]);
  const entries = await loadSession(deps, { id: sessionId, organizationId: claim.organizationId });
  expect(entries.map(({ payload }) => payload.kind)).toEqual(["assistant-message", "tool-result", "tool-result"]);
});

fact(
  ["I4", "M113"],
  "each start of a call is told, in the statement that writes it; a start that was refused is not",
  async () => {
    const { deps } = fixture;
    const { entryId } = await record(["file_read"]);
    await startCall(deps, claim, { entryId, callId: "c0" });
    await expect(startCall(deps, claim, { entryId, callId: "c0" })).rejects.toMatchObject({
      code: "call.not-startable",
    });
    await loseAndReclaim();
    await recoverCalls(deps, claim, sessionId);
    await startCall(deps, claim, { entryId, callId: "c0" });
    const told = await deps.database.query<{ payload: string }>(
      "select payload, actor_id from outbox where type = 'call.started' and entity_kind = 'run' and entity_id = $1 order by id",
      [claim.runId],
    );
    expect(told.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      { entryId, callId: "c0", name: "file_read", step: 1, starts: 1 },
      { entryId, callId: "c0", name: "file_read", step: 1, starts: 2 },
    ]);
    expect(told[0]).toMatchObject({ actorId: claim.agentId });
  },
);
