import { callsOf } from "@cadre/testkit";
import { Fault } from "@cadre/shared";
import { expect, test } from "vitest";
import { getTask } from "../tasks/get-task.ts";
import { turnDesk } from "./turn-desk.fixture.ts";

test("a choice of a model that cannot be followed calls nothing else: the task's person reads why", async () => {
  const message = "A stored secret does not open. Put its key back.";
  let asked = 0;
  const desk = await turnDesk([callsOf(["file_write", { path: "a", content: "a" }])], {
    targetsOf: async () => {
      asked += 1;
      throw new Fault("unavailable", "secret.cannot-open", { message });
    },
  });
  const taskId = await desk.begin();
  await desk.settle();
  expect(desk.model.requests).toEqual([]);
  expect(desk.bugs).toEqual([]);
  expect(asked).toBe(1);
  const task = await getTask(desk.deps, desk.given.owner, { taskId });
  expect(["failed", "blocked"]).toContain(task.status);
  const [run] = await desk.deps.database.query<{ text: string }>(
    "select r::text as text from runs r where task_id = $1 order by id desc limit 1",
    [taskId],
  );
  expect(run?.text).toContain(message);
  await desk.close();
});
