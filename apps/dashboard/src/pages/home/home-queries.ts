import { taskList } from "../../api/queries/tasks.ts";

/** Tasks among which something may need a person. */
export const waiting = taskList({ status: ["blocked", "review", "failed", "pending", "in_progress"] });

export const done = taskList({ status: ["completed"] });
