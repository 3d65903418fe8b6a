import { RUN_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EngineDeps } from "../engine-deps.ts";
import { claimRun } from "./claim-run.ts";
import { startWorker } from "./live-worker.ts";
import { reconcile } from "./reconcile.ts";
import { releaseLost } from "./release-lost.ts";
import { registerWorker, releaseWorkerProcess } from "./workers.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
  await fixture.clock.hold();
});
afterAll(() => fixture.close());

const identity = { kind: "test", host: "box", pid: 7, version: 1 };
const newRun = async (): Promise<string> =>
  queueTestRun(fixture.deps, fixture.given, { agentId: await fixture.given.newAgent({ name: "Ada" }) });

async function startedRun(worker: { readonly workerId: string }) {
  const claim = await claimRun(fixture.deps, { hintRunId: await newRun(), workerId: worker.workerId, version: 1 });
  if (claim === undefined) throw new Error("Nothing was claimed.");
  return claim;
}

fact(
  ["PEER-T2", "M76"],
  "a worker killed in mid-run is replaced after its lease, with one active run and a new fence",
  async () => {
    const { deps, given, clock, doorbell } = fixture;
    const agentId = await given.newAgent({ name: "Ada" });
    const task = await given.task({ status: "in_progress", assigneeId: agentId });
    await deps.database.query("update tasks set error_retries = 2 where id = $1", [task.id]);
    const runId = await queueTestRun(deps, given, { agentId, kind: "task", lane: "task", taskId: task.id, round: 1 });
    const killed = await claimTestRun(deps, runId);

    await clock.advance(RUN_LIMITS.leaseMs - 1_000);
    expect(await releaseLost(deps)).not.toContain(runId);
    await clock.advance(1_001);
    doorbell.runs.length = 0;
    expect((await reconcile(deps)).released).toBeGreaterThan(0);
    expect(doorbell.runs).toContainEqual({ runId, fence: killed.fence, priority: 2, delayMs: 0 });

    const next = await claimTestRun(deps, runId);
    expect(next).toMatchObject({ runId, fence: killed.fence + 1, losses: 1 });
    const attempts = await deps.database.query("select fence, status from attempts where run_id = $1 order by fence", [
      runId,
    ]);
    expect(attempts).toEqual([
      { fence: 1, status: "lost" },
      { fence: 2, status: "running" },
    ]);
    const active = await deps.database.query("select id from runs where task_id = $1 and status = 'running'", [
      task.id,
    ]);
    expect(active).toEqual([{ id: runId }]);
    const [kept] = await deps.database.query("select error_retries from tasks where id = $1", [task.id]);
    expect(kept).toEqual({ errorRetries: 2 });
  },
);

test("one beat renews the lease for all claims, and aborts exactly those that were lost", async () => {
  const { deps, clock } = fixture;
  const worker = await startWorker(deps, identity);
  const claims = await Promise.all([startedRun(worker), startedRun(worker), startedRun(worker)]);
  const watched = claims.map((claim) => worker.watch(claim));
  await deps.database.query("update runs set fence = fence + 1 where id = $1", [claims[1]?.runId ?? ""]);
  await clock.advance(9_000);
  expect(await worker.beat()).toEqual({ kind: "renewed" });
  expect(watched.map(({ control }) => control.signal.aborted)).toEqual([false, true, false]);
  await clock.advance(9_000);
  expect(await releaseLost(deps)).not.toContain(claims[0]?.runId);
  watched[0]?.close();
  expect(worker.openClaims()).toBe(2);
});

test("a worker that was declared dead aborts everything at its next beat", async () => {
  const { deps } = fixture;
  const worker = await startWorker(deps, { ...identity, pid: 8 });
  const claim = await startedRun(worker);
  const { control } = worker.watch(claim);
  expect(await releaseWorkerProcess(deps, { host: "box", pid: 8 })).toEqual([claim.runId]);
  expect(await worker.beat()).toEqual({ kind: "stopped" });
  expect(control.signal.aborted).toBe(true);
});

test("a worker cut off from the database for a whole lease aborts everything by itself", async () => {
  const { deps, clock } = fixture;
  let isCut = false;
  const cutOff: EngineDeps = {
    ...deps,
    database: {
      ...deps.database,
      query: (text, values) =>
        isCut ? Promise.reject(new Error("connection refused")) : deps.database.query(text, values),
    },
  };
  const worker = await startWorker(cutOff, { ...identity, pid: 9 });
  const { control } = worker.watch(await startedRun(worker));
  isCut = true;
  await clock.advance(RUN_LIMITS.leaseMs - 1_000);
  expect(await worker.beat()).toMatchObject({ kind: "unreachable" });
  expect(control.signal.aborted).toBe(false);
  await clock.advance(1_001);
  await worker.beat();
  expect(control.signal.aborted).toBe(true);
});

test("a claim that nobody in its process works on is given back by a later beat", async () => {
  const { deps, clock } = fixture;
  const worker = await startWorker(deps, { ...identity, pid: 10 });
  const { runId } = await startedRun(worker);
  await worker.beat();
  const [fresh] = await deps.database.query("select status from runs where id = $1", [runId]);
  expect(fresh).toEqual({ status: "running" });
  await clock.advance(5_000);
  await worker.beat();
  await clock.advance(5_001);
  await worker.beat();
  const [row] = await deps.database.query("select status, losses from runs where id = $1", [runId]);
  expect(row).toEqual({ status: "queued", losses: 1 });
});

test("a look aborts a claim that was paused or cancelled meanwhile, and no other", async () => {
  const { deps } = fixture;
  const worker = await startWorker(deps, { ...identity, pid: 11 });
  const [one, other] = [await startedRun(worker), await startedRun(worker)];
  const [first, second] = [worker.watch(one), worker.watch(other)];
  await deps.database.query("update runs set status = 'cancelled' where id = $1", [one.runId]);
  await worker.look([one.runId, other.runId, "run_of_another_process"]);
  expect([first.control.signal.aborted, second.control.signal.aborted]).toEqual([true, false]);
});

test("a stopped worker gives back what it holds at once and claims nothing more", async () => {
  const { deps } = fixture;
  const worker = await startWorker(deps, { ...identity, pid: 12 });
  const claim = await startedRun(worker);
  const { control } = worker.watch(claim);
  await worker.stop();
  expect(control.signal.aborted).toBe(true);
  const [row] = await deps.database.query("select status from runs where id = $1", [claim.runId]);
  expect(row).toEqual({ status: "queued" });
  expect(await claimRun(deps, { hintRunId: claim.runId, workerId: worker.workerId, version: 1 })).toBeUndefined();
});

test("a claim whose worker's row is gone is given back", async () => {
  const { deps } = fixture;
  const workerId = await registerWorker(deps, { ...identity, pid: 13 });
  const { runId } = await startedRun({ workerId });
  await deps.database.query("delete from workers where id = $1", [workerId]);
  expect(await releaseLost(deps)).toContain(runId);
});
