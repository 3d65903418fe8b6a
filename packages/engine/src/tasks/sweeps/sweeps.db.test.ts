import { type EngineFixture, engineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { commentOnTask } from "../talk/comment-on-task.ts";
import { getTask } from "../get-task.ts";
import { archiveOldTasks } from "./archive-old-tasks.ts";
import { failTimedOutTasks } from "./fail-timed-out-tasks.ts";
import { repairNextMovers } from "./repair-next-movers.ts";

const DAY_MS = 86_400_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const detail = (taskId: string) => getTask(fixture.deps, fixture.given.owner, { taskId });

async function ended(move: "fail" | "cancel"): Promise<string> {
  const task = await fixture.given.task({ status: "in_progress" });
  await transact(fixture.deps, fixture.given.owner, (tx) => tx.tasks.move(task.id, move, { note: "test" }));
  return task.id;
}

fact(
  "M81",
  "what failed or was cancelled 7 days ago is archived, unless somebody still talks about it or waits for it",
  async () => {
    const { deps, given, clock } = fixture;
    const failed = await ended("fail");
    const discussed = await ended("fail");
    const awaited = await ended("cancel");
    await given.task({ status: "blocked", blockerIds: [awaited] });
    await clock.advance(6 * DAY_MS);
    await commentOnTask(deps, given.owner, { taskId: discussed, text: "why?" });
    expect(await archiveOldTasks(deps)).toEqual([]);
    await clock.advance(DAY_MS + 1_000);
    expect(await archiveOldTasks(deps)).toEqual([failed]);
    expect((await detail(failed)).status).toBe("archived");
    expect(await archiveOldTasks(deps)).toEqual([]);
    await clock.advance(7 * DAY_MS);
    expect(await archiveOldTasks(deps)).toEqual([discussed]);
  },
);

test("a task in progress beyond its own time limit fails", async () => {
  const { deps, given, clock } = fixture;
  const task = await given.task();
  await deps.database.query("update tasks set timeout_ms = 60000 where id = $1", [task.id]);
  await transact(deps, given.owner, (tx) => tx.tasks.move(task.id, "approve"));
  expect(await failTimedOutTasks(deps)).toEqual([]);
  await clock.advance(61_000);
  expect(await failTimedOutTasks(deps)).toEqual([task.id]);
  expect((await detail(task.id)).status).toBe("failed");
});

fact("I19", "a task that lost its mover gets one again: work is started, a review goes to people", async () => {
  const { deps, given } = fixture;
  const idle = await given.task({ status: "in_progress" });
  const unreviewed = await given.task({ status: "review" });
  const proposed = await given.task({ status: "pending", createdBy: { kind: "agent", id: given.managerId } });
  const freed = await given.task({ status: "blocked" });
  const tasks = [idle, unreviewed, proposed, freed].map(({ id }) => id);
  for (const id of tasks) expect((await detail(id)).nextMover?.mover).toBe("none");
  expect(new Set(await repairNextMovers(deps))).toEqual(new Set(tasks));
  const movers = await Promise.all(tasks.map(async (id) => (await detail(id)).nextMover?.mover));
  expect(movers).toEqual(["run", "person", "person", "run"]);
  expect((await detail(unreviewed.id)).reviewerKind).toBe("person");
});

test("work of a deleted agent that was left in progress is blocked until somebody assigns it", async () => {
  const { deps, given } = fixture;
  const task = await given.task({ status: "in_progress" });
  await deps.database.query("update agents set deleted_at = cadre_now() where id = $1", [given.workerId]);
  expect((await detail(task.id)).nextMover?.mover).toBe("none");
  expect(await repairNextMovers(deps)).toContain(task.id);
  expect(await detail(task.id)).toMatchObject({ status: "blocked", nextMover: { mover: "person" } });
});
