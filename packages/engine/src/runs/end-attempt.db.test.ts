import { MAILBOX_LIMITS, TASK_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun, untilBlocked } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import type { OpenWait, QueueRun } from "../transaction.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { claimRun } from "./claim-run.ts";
import { endAttempt } from "./end-attempt.ts";
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

const start = async (run: Partial<QueueRun> = {}): Promise<ClaimedRun> =>
  claimTestRun(fixture.deps, await queueTestRun(fixture.deps, fixture.given, { agentId, ...run }));
const park = (claim: ClaimedRun, ...waits: OpenWait[]) => endAttempt(fixture.deps, claim, { kind: "parked", waits });
const satisfy = (reference: string, kind: OpenWait["kind"] = "process") =>
  transact(fixture.deps, fixture.given.system, (tx) => tx.runs.satisfy(kind, reference, { ok: true }));
const row = async (runId: string) =>
  (
    await fixture.deps.database.query<{ status: string }>(
      "select status, not_before, outcome from runs where id = $1",
      [runId],
    )
  )[0];
const approval = async (claim: ClaimedRun, kind: "question" | "action" = "question"): Promise<string> =>
  transact(fixture.deps, fixture.given.system, async (tx) => {
    const id = await tx.approvals.request({ kind, title: "Which?", description: "", agentId });
    await tx.unit.query("update approvals set run_id = $2 where id = $1", [id, claim.runId]);
    return id;
  });
const decide = (approvalId: string) =>
  transact(fixture.deps, fixture.given.system, async (tx) => {
    await tx.unit.query("update approvals set status = 'approved' where id = $1 and status = 'pending'", [approvalId]);
    await tx.runs.satisfy("answer", approvalId, { decision: "approved" });
  });

fact(["PEER-T6", "I13"], "twenty decisions at once resume a parked run exactly once", async () => {
  const { deps } = fixture;
  const claim = await start();
  expect(await park(claim, { kind: "process", reference: `p:${claim.runId}` })).toEqual({
    status: "waiting",
    attempt: "parked",
  });
  fixture.doorbell.runs.length = 0;
  const met = await Promise.all(Array.from({ length: 20 }, () => satisfy(`p:${claim.runId}`)));
  expect(met.filter((count) => count === 1)).toHaveLength(1);
  expect(met.reduce((sum, count) => sum + count)).toBe(1);
  expect(fixture.doorbell.runs).toEqual([{ runId: claim.runId, fence: claim.fence, priority: 2, delayMs: 0 }]);
  const workers = await Promise.all(
    Array.from({ length: 10 }, (_, pid) => registerWorker(deps, { kind: "test", host: "test", pid, version: 1 })),
  );
  const claims = await Promise.all(
    workers.map((workerId) => claimRun(deps, { hintRunId: claim.runId, workerId, version: 1 })),
  );
  expect(claims.filter((won) => won !== undefined)).toMatchObject([{ fence: claim.fence + 1 }]);
});

fact(
  "I13",
  "a run with many waits resumes when the last is met, even when all are met at the same moment",
  async () => {
    for (let round = 0; round < 10; round += 1) {
      agentId = await fixture.given.newAgent({ name: `Waiter ${round}` });
      const claim = await start();
      const references = ["a", "b", "c", "d"].map((name) => `${name}:${claim.runId}`);
      await park(claim, ...references.map((reference) => ({ kind: "process", reference }) as const));
      await satisfy(references[0] ?? "");
      expect(await row(claim.runId)).toMatchObject({ status: "waiting" });
      fixture.doorbell.runs.length = 0;
      await Promise.all(references.slice(1).map((reference) => satisfy(reference)));
      expect(await row(claim.runId), `round ${round}`).toMatchObject({ status: "queued" });
      expect(fixture.doorbell.runs).toHaveLength(1);
    }
  },
);

fact("I13", "a run that parks while others are being woken for the same thing is woken with them", async () => {
  const { deps } = fixture;
  const first = await start();
  const second = await start({ lane: "task" });
  const reference = `p:${first.runId}`;
  await park(first, { kind: "process", reference });
  const holding = await deps.database.pool.connect();
  await holding.query("begin");
  await holding.query("select 1 from runs where id = $1 for update", [first.runId]);
  const satisfied = satisfy(reference);
  await untilBlocked(deps.database);
  await park(second, { kind: "process", reference });
  await holding.query("commit");
  holding.release();
  expect(await satisfied).toBe(2);
  for (const { runId } of [first, second]) expect(await row(runId)).toMatchObject({ status: "queued" });
});

test("a parked run frees its slot: the next of its lane is rung for and can be claimed", async () => {
  const claim = await start();
  const next = await queueTestRun(fixture.deps, fixture.given, { agentId });
  fixture.doorbell.runs.length = 0;
  await park(claim, { kind: "process", reference: "slow" });
  expect(fixture.doorbell.runs.map((ring) => ring.runId)).toEqual([next]);
  expect((await claimTestRun(fixture.deps, next)).runId).toBe(next);
});

test("a decision made before the run parks queues it at once, with the wait on record", async () => {
  const claim = await start();
  const approvalId = await approval(claim);
  await decide(approvalId);
  expect(await park(claim, { kind: "answer", reference: approvalId })).toEqual({ status: "queued", attempt: "parked" });
  const waits = await fixture.deps.database.query("select kind, status, resolution from waits where run_id = $1", [
    claim.runId,
  ]);
  expect(waits).toEqual([{ kind: "answer", status: "satisfied", resolution: expect.stringContaining("approved") }]);
});

fact("I13", "a decision and a park at the same moment never lose each other", async () => {
  for (let round = 0; round < 25; round += 1) {
    agentId = await fixture.given.newAgent({ name: `Racer ${round}` });
    const claim = await start();
    const approvalId = await approval(claim);
    await Promise.all([park(claim, { kind: "answer", reference: approvalId }), decide(approvalId)]);
    expect(await row(claim.runId), `round ${round}`).toMatchObject({ status: "queued" });
  }
});

test("a time that has passed is no wait, a later one is", async () => {
  const past = await start();
  expect(await park(past, { kind: "not_before", dueInMs: -1_000 })).toMatchObject({ status: "queued" });
  const later = await start({ lane: "task" });
  expect(await park(later, { kind: "not_before", dueInMs: 60_000 })).toMatchObject({ status: "waiting" });
});

fact(
  "I7",
  "a task run that stops with open children or questions waits for them: it is not incomplete and costs no retry",
  async () => {
    const { deps, given } = fixture;
    const task = await given.task({ status: "in_progress", assigneeId: agentId });
    const child = await given.task({ status: "in_progress", parentId: task.id });
    const claim = await start({ kind: "task", lane: "task", taskId: task.id, round: 1 });
    expect(await endAttempt(deps, claim, { kind: "ended-without-submit" })).toEqual({
      status: "waiting",
      attempt: "parked",
    });
    const [kept] = await deps.database.query("select status, no_submit_retries from tasks where id = $1", [task.id]);
    expect(kept).toEqual({ status: "in_progress", noSubmitRetries: 0 });
    await transact(deps, given.owner, (tx) => tx.tasks.move(child.id, "cancel"));
    expect(await row(claim.runId)).toMatchObject({ status: "queued" });

    const asking = await claimTestRun(deps, claim.runId);
    const approvalId = await approval(asking);
    expect(await endAttempt(deps, asking, { kind: "ended-without-submit" })).toMatchObject({ status: "waiting" });
    await decide(approvalId);
    expect(await row(claim.runId)).toMatchObject({ status: "queued" });
  },
);

test("a child that ends while its parent parks wakes it, in whatever order they commit", async () => {
  const { deps, given } = fixture;
  for (let round = 0; round < 10; round += 1) {
    agentId = await given.newAgent({ name: `Parent ${round}` });
    const task = await given.task({ status: "in_progress", assigneeId: agentId });
    const child = await given.task({ status: "in_progress", parentId: task.id });
    const claim = await start({ kind: "task", lane: "task", taskId: task.id, round: 1 });
    await Promise.all([
      park(claim, { kind: "children", reference: task.id }),
      transact(deps, given.owner, (tx) => tx.tasks.move(child.id, "cancel")),
    ]);
    expect(await row(claim.runId), `round ${round}`).toMatchObject({ status: "queued" });
  }
});

fact(
  "I7",
  "a task run that just ends is incomplete: the task stays in work and a new run comes with a reminder",
  async () => {
    const { deps, given } = fixture;
    const task = await given.task({ status: "in_progress", assigneeId: agentId });
    const claim = await start({ kind: "task", lane: "task", taskId: task.id, round: 1 });
    expect(await endAttempt(deps, claim, { kind: "ended-without-submit" })).toEqual({
      status: "incomplete",
      attempt: "finished",
    });
    const [after] = await deps.database.query("select status, no_submit_retries from tasks where id = $1", [task.id]);
    expect(after).toEqual({ status: "in_progress", noSubmitRetries: 1 });
    const runs = await deps.database.query("select status from runs where task_id = $1 order by id", [task.id]);
    expect(runs).toEqual([{ status: "incomplete" }, { status: "queued" }]);
  },
);

test("a failed task run leaves the retry to its task, with its delay", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "in_progress", assigneeId: agentId });
  const claim = await start({ kind: "task", lane: "task", taskId: task.id, round: 1 });
  const trouble = { kind: "error", fingerprint: "boom", message: "boom", isNetwork: false, isFatal: false } as const;
  await endAttempt(deps, claim, { kind: "failed", trouble });
  const runs = await deps.database.query<{ status: string; isLater: boolean }>(
    "select status, not_before > cadre_now() as is_later from runs where task_id = $1 order by id",
    [task.id],
  );
  expect(runs).toEqual([
    { status: "failed", isLater: null },
    { status: "queued", isLater: true },
  ]);
});

test("a preempted run comes back after three seconds, a drained one at once; neither counts as a loss", async () => {
  const { deps, doorbell, clock } = fixture;
  const claim = await start();
  doorbell.runs.length = 0;
  await endAttempt(deps, claim, { kind: "preempted" });
  expect(doorbell.runs).toMatchObject([{ runId: claim.runId, delayMs: TASK_LIMITS.preemptRequeueDelayMs }]);
  await clock.advance(TASK_LIMITS.preemptRequeueDelayMs);
  const again = await claimTestRun(deps, claim.runId);
  await endAttempt(deps, again, { kind: "drained" });
  expect(await claimTestRun(deps, claim.runId)).toMatchObject({ losses: 0, fence: claim.fence + 2 });
  const attempts = await deps.database.query("select status from attempts where run_id = $1 order by fence", [
    claim.runId,
  ]);
  expect(attempts).toEqual([{ status: "preempted" }, { status: "drained" }, { status: "running" }]);
});

test("a turn that fails is tried again for the same item, later, and in the end people are told once", async () => {
  const { deps, given, clock } = fixture;
  const posted = await transact(deps, given.system, (tx) =>
    tx.mailbox.post(agentId, { type: "system_event", payload: { subject: "notice", text: "think" } }),
  );
  const trouble = {
    kind: "error",
    fingerprint: "down",
    message: "provider down",
    isNetwork: true,
    isFatal: false,
  } as const;
  const runOfItem = async (): Promise<string> => {
    const [open] = await deps.database.query<{ id: string }>(
      "select id from runs where item_id = $1 and status = 'queued'",
      [posted.itemId],
    );
    return open?.id ?? "";
  };
  for (let failure = 0; failure <= MAILBOX_LIMITS.itemMaxRetries; failure += 1) {
    await clock.advance(TASK_LIMITS.retryDelaysMs[failure] ?? 0);
    await endAttempt(deps, await claimTestRun(deps, await runOfItem()), { kind: "failed", trouble });
  }
  expect(await runOfItem()).toBe("");
  const [item] = await deps.database.query("select status, outcome from mailbox_items where id = $1", [posted.itemId]);
  expect(item).toEqual({ status: "dropped", outcome: "failed: provider down" });
  const told = await deps.database.query("select person_id from notifications where type = 'turn_failed'");
  expect(told).toEqual([{ personId: given.owner.id }]);
});

test("an item goes with its run: in work while it runs, queued while it is put back, completed at its end", async () => {
  const { deps, given } = fixture;
  const posted = await transact(deps, given.system, (tx) =>
    tx.mailbox.post(agentId, { type: "system_event", payload: { subject: "notice", text: "think" } }),
  );
  const item = () =>
    deps.database.query("select status, outcome, attempts from mailbox_items where id = $1", [posted.itemId]);
  const first = await claimTestRun(deps, posted.runId ?? "");
  expect(await item()).toEqual([{ status: "processing", outcome: null, attempts: 1 }]);
  await endAttempt(deps, first, { kind: "drained" });
  expect(await item()).toEqual([{ status: "queued", outcome: null, attempts: 1 }]);
  const second = await claimTestRun(deps, posted.runId ?? "");
  await endAttempt(deps, second, { kind: "succeeded", outcome: "read" });
  expect(await item()).toEqual([{ status: "completed", outcome: "read", attempts: 2 }]);
});

test("what belongs to an end commits with it or not at all", async () => {
  const { deps } = fixture;
  const claim = await start();
  const end = endAttempt(deps, claim, {
    kind: "succeeded",
    outcome: "done",
    alongside: () => Promise.reject(new Error("no")),
  });
  await expect(end).rejects.toThrow("no");
  expect(await row(claim.runId)).toMatchObject({ status: "running" });
  await endAttempt(deps, claim, { kind: "succeeded", outcome: "done" });
  expect(await row(claim.runId)).toMatchObject({ status: "succeeded", outcome: "done" });
});
