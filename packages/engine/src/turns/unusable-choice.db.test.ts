import { callsOf } from "@cadre/testkit";
import { Fault } from "@cadre/shared";
import { expect, test } from "vitest";
import { getTask } from "../tasks/get-task.ts";
import type { TurnDeps } from "./turn-deps.ts";
import { turnDesk } from "./turn-desk.fixture.ts";

const SEALED = "A stored secret does not open. Put its key back.";

test.each<readonly [string, TurnDeps["targetsOf"], string]>([
  [
    "a choice that cannot be followed",
    async () => {
      throw new Fault("unavailable", "secret.cannot-open", { message: SEALED });
    },
    SEALED,
  ],
  ["no choice and no model in the environment", async () => [], "No model is configured for this call."],
])("%s calls nothing: the run ends and says why", async (_what, targetsOf, message) => {
  const desk = await turnDesk([callsOf(["file_write", { path: "a", content: "a" }])], { targetsOf });
  const taskId = await desk.begin();
  await desk.settle();
  expect(desk.model.requests).toEqual([]);
  expect(desk.bugs).toEqual([]);
  const task = await getTask(desk.deps, desk.given.owner, { taskId });
  expect(["failed", "blocked"]).toContain(task.status);
  const [run] = await desk.deps.database.query<{ text: string }>(
    "select r::text as text from runs r where task_id = $1 order by id desc limit 1",
    [taskId],
  );
  expect(run?.text).toContain(message);
  await desk.close();
});
