import { engineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";

let fixture: Awaited<ReturnType<typeof engineFixture>>;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("approve starts exactly one run", async () => {
  const { deps, given } = fixture;
  const task = await given.task();
  const after = await transact(deps, given.owner, (tx) => tx.tasks.move(task.id, "approve"));
  expect(after.status).toBe("in_progress");
  const runs = await deps.database.query("select * from runs where task_id = $1", [task.id]);
  expect(runs).toHaveLength(1);
});
