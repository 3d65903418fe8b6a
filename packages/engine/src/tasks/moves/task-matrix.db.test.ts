import { sqlStateOf } from "@cadre/database";
import { TASK_MOVES, TASK_STATUSES, type TaskMove, type TaskStatus } from "@cadre/domain";
import { type EngineFixture, engineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { transact } from "../../open-transaction.ts";

/** agent-platform 2.1, written out once more: what SQL must allow. All other pairs are refused. */
const ALLOWED: readonly string[] = [
  "pending>in_progress",
  "pending>blocked",
  "pending>rejected",
  "pending>cancelled",
  "pending>completed",
  "in_progress>review",
  "in_progress>blocked",
  "in_progress>failed",
  "in_progress>cancelled",
  "blocked>in_progress",
  "blocked>cancelled",
  "review>completed",
  "review>in_progress",
  "review>cancelled",
  "completed>archived",
  "completed>in_progress",
  "failed>in_progress",
  "failed>archived",
  "rejected>archived",
  "cancelled>archived",
  "cancelled>in_progress",
];
const ALL_MOVES = [...new Set(TASK_STATUSES.flatMap((status) => Object.keys(TASK_MOVES[status]) as TaskMove[]))];

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

async function trySql(from: TaskStatus, to: TaskStatus): Promise<string> {
  const task = await fixture.given.task({ status: from });
  return fixture.deps.database
    .query("update tasks set status = $2, version = version + 1 where id = $1", [task.id, to])
    .then(
      () => "allowed",
      (error: unknown) => sqlStateOf(error) ?? "other",
    );
}

fact(["M61", "I3"], "the trigger allows exactly the listed pairs of all 81; the same status is no move", async () => {
  const seen: string[] = [];
  for (const from of TASK_STATUSES) {
    for (const to of TASK_STATUSES) {
      const outcome = await trySql(from, to);
      if (from === to) expect(outcome).toBe("allowed");
      else if (outcome === "allowed") seen.push(`${from}>${to}`);
      else expect(outcome).toBe("CA001");
    }
  }
  expect(seen.sort()).toEqual([...ALLOWED].sort());
});

fact(["M61", "I4"], "a move that the table does not list changes nothing: no row, history, mail or event", async () => {
  const { deps, given } = fixture;
  let refused = 0;
  for (const from of TASK_STATUSES) {
    const listed: readonly string[] = Object.keys(TASK_MOVES[from]);
    for (const move of ALL_MOVES.filter((name) => !listed.includes(name))) {
      const task = await given.task({ status: from });
      const before = await traces(task.id);
      await expect(transact(deps, given.owner, (tx) => tx.tasks.move(task.id, move))).rejects.toMatchObject({
        kind: "conflict",
        code: "task.illegal-move",
        details: { allowedMoves: listed },
      });
      expect(await traces(task.id)).toEqual(before);
      refused += 1;
    }
  }
  expect(refused).toBe(TASK_STATUSES.length * ALL_MOVES.length - ALLOWED.length);
});

async function traces(taskId: string): Promise<unknown> {
  const { database } = fixture.deps;
  const [task] = await database.query("select * from tasks where id = $1", [taskId]);
  const [counts] = await database.query(
    `select (select count(*) from task_transitions where task_id = $1) as moves, (select count(*) from runs) as runs,
       (select count(*) from mailbox_items) as items, (select count(*) from outbox) as events`,
    [taskId],
  );
  return { task, counts };
}

fact("I3", "a move that does not raise the version is refused by the database", async () => {
  const task = await fixture.given.task({ status: "in_progress" });
  const raw = fixture.deps.database.query("update tasks set status = 'review' where id = $1", [task.id]);
  await expect(raw.catch((error: unknown) => Promise.reject(new Error(sqlStateOf(error))))).rejects.toThrow("CA002");
});
