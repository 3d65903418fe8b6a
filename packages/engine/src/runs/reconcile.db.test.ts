import {
  claimTestRun,
  type DeafDoorbell,
  deafDoorbell,
  engineFixture,
  type EngineFixture,
  fact,
  queueTestRun,
  startTestExecutor,
} from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { transact } from "../open-transaction.ts";
import { endAttempt } from "./end-attempt.ts";
import { reconcile } from "./reconcile.ts";
import { registerWorker } from "./workers.ts";

let fixture: EngineFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { deps, given, doorbell } = fixture;
  agentId = await given.newAgent({ name: "Ada" });
  await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  await deps.database.query("update runs set status = 'cancelled' where status in ('queued', 'waiting', 'running')");
  doorbell.runs.length = 0;
});

const newRun = (run: Parameters<typeof queueTestRun>[2] = {}) =>
  queueTestRun(fixture.deps, fixture.given, { agentId, ...run });
const rung = () => fixture.doorbell.runs.map((ring) => ring.runId);

fact("I1", "with every hint lost, one pass rings for exactly what can be claimed now", async () => {
  const { deps, given, doorbell } = fixture;
  const [first] = [await newRun(), await newRun()];
  const task = await newRun({ lane: "task" });
  const chats = [await newRun({ lane: "chat" }), await newRun({ lane: "chat" })];
  await newRun({ lane: "task", delayMs: 60_000 });
  const paused = await given.newAgent({ name: "Paused" });
  await queueTestRun(deps, given, { agentId: paused });
  await deps.database.query("update agents set paused_at = cadre_now() where id = $1", [paused]);
  const busy = await given.newAgent({ name: "Busy" });
  await claimTestRun(deps, await queueTestRun(deps, given, { agentId: busy }));
  await queueTestRun(deps, given, { agentId: busy });
  const newer = await given.newAgent({ name: "Newer" });
  await deps.database.query("update runs set min_worker_version = 9 where id = $1", [
    await queueTestRun(deps, given, { agentId: newer }),
  ]);

  doorbell.runs.length = 0;
  const report = await reconcile(deps);
  expect(new Set(rung())).toEqual(new Set([first, task, ...chats]));
  expect(rung()).toHaveLength(4);
  expect(report).toMatchObject({ released: 0, settledWaits: 0, woken: 0, rung: 4 });
});

fact("I1", "runs whose time has come are found again: due later, due wait, and what was overlooked", async () => {
  const { deps, clock } = fixture;
  const later = await newRun({ delayMs: 30_000 });
  const waiting = await claimTestRun(deps, await newRun({ lane: "task" }));
  await endAttempt(deps, waiting, { kind: "parked", waits: [{ kind: "not_before", dueInMs: 20_000 }] });
  const patient = await claimTestRun(deps, await newRun({ lane: "chat" }));
  await endAttempt(deps, patient, {
    kind: "parked",
    waits: [{ kind: "process", reference: "never", dueInMs: 25_000 }],
  });
  expect(await reconcile(deps)).toMatchObject({ settledWaits: 0, woken: 0 });
  await clock.advance(31_000);
  await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  fixture.doorbell.runs.length = 0;
  expect(await reconcile(deps)).toMatchObject({ settledWaits: 2, woken: 2, rung: 3 });
  expect(new Set(rung())).toEqual(new Set([later, waiting.runId, patient.runId]));
  const waits = await deps.database.query(
    "select kind, status from waits where run_id = any($1::text[]) order by kind",
    [[waiting.runId, patient.runId]],
  );
  expect(waits).toEqual([
    { kind: "not_before", status: "satisfied" },
    { kind: "process", status: "expired" },
  ]);
});

fact(
  "I1",
  "an end that nobody passed on is read from the rows: a decided approval, settled children, a lost satisfy",
  async () => {
    const { deps, given } = fixture;
    const parkOn = async (
      lane: "focus" | "task" | "chat",
      kind: "answer" | "children" | "process",
      reference: string,
    ) => {
      const claim = await claimTestRun(deps, await newRun({ lane }));
      await endAttempt(deps, claim, { kind: "parked", waits: [{ kind, reference }] });
      return claim.runId;
    };
    const approvalId = await transact(deps, given.system, (tx) =>
      tx.approvals.request({ kind: "question", title: "Which?", description: "", agentId }),
    );
    const parent = await given.task({ status: "in_progress" });
    const child = await given.task({ status: "in_progress", parentId: parent.id });
    const runs = [
      await parkOn("focus", "answer", approvalId),
      await parkOn("task", "children", parent.id),
      await parkOn("chat", "process", "p"),
    ];
    expect(await reconcile(deps)).toMatchObject({ woken: 0 });
    await deps.database.query("update approvals set status = 'approved' where id = $1", [approvalId]);
    await deps.database.query("update tasks set status = 'cancelled', version = version + 1 where id = $1", [child.id]);
    await deps.database.query("update waits set status = 'satisfied' where run_id = $1", [runs[2] ?? ""]);
    expect(await reconcile(deps)).toMatchObject({ settledWaits: 2, woken: 3 });
    expect(rung()).toEqual(expect.arrayContaining(runs));
  },
);

fact("I1", "with a doorbell that drops, doubles and reorders, every run is worked on once and ends", async () => {
  const { deps, given } = fixture;
  const done = new Map<string, number>();
  const bells: DeafDoorbell[] = [];
  const executor = await startTestExecutor(deps, {
    through: (doorbell) => {
      const deaf = deafDoorbell(doorbell, { seed: 7 });
      bells.push(deaf);
      return deaf;
    },
    stepFor:
      ({ runId }) =>
      async () => {
        done.set(runId, (done.get(runId) ?? 0) + 1);
        return { kind: "succeeded", outcome: "done" };
      },
  });
  const runs: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    const worker = at % 4 === 0 ? await given.newAgent({ name: `Agent ${at}` }) : agentId;
    runs.push(await queueTestRun(executor.deps, given, { agentId: worker, lane: at % 2 === 0 ? "task" : "focus" }));
  }
  await executor.settled();
  for (let pass = 0; done.size < runs.length && pass < 60; pass += 1) {
    // As its host does, or the lease runs out on a slow machine.
    await executor.worker.beat();
    await reconcile(executor.deps);
    await executor.settled();
  }
  expect(new Set(done.keys())).toEqual(new Set(runs));
  expect([...done.values()].every((count) => count === 1)).toBe(true);
  expect(bells[0]?.counts.dropped).toBeGreaterThan(5);
  expect(bells[0]?.counts.doubled).toBeGreaterThan(2);
  expect(executor.problems).toEqual([]);
  await executor.stop();
});

fact("I19", "tasks that nothing will ever move are counted as an alarm", async () => {
  const { deps, given } = fixture;
  const before = (await reconcile(deps)).tasksWithoutMover;
  await given.task({ status: "in_progress" });
  expect((await reconcile(deps)).tasksWithoutMover).toBe(before + 1);
});
