import { NextMover, TASK_MOVERS, TaskStatusName } from "@cadre/domain";
import { z } from "zod";
import { pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

/** An open task and what moves it next. */
export const TaskWithMover = NextMover.extend({
  taskId: z.string(),
  key: z.string(),
  title: z.string(),
  status: TaskStatusName,
});

export const nextMoverEndpoints = {
  list: defineEndpoint({
    id: "next-movers.list",
    method: "GET",
    path: "/next-movers",
    summary: "What moves each open task next, newest tasks first, at most 200. `mover=none` lists the alarms.",
    access: "viewer",
    query: z.strictObject({ mover: z.enum(TASK_MOVERS).optional() }),
    response: pageOf(TaskWithMover),
    status: 200,
  }),
};
