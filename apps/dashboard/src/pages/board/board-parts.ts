import type { Task, TaskMove } from "../../api/queries/tasks.ts";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";
import type { Names } from "../../people/use-names.ts";
import type { Selection } from "../../tasks/use-selection.ts";

/** Whoever only reads sees no way to change anything. */
export type TaskRights = "read" | "change";

/** What board and list share: what moves tasks, which are selected, and how one is moved. */
export type BoardParts = {
  readonly rights: TaskRights;
  readonly names: Names;
  readonly movers: ReadonlyMap<string, TaskWithMover>;
  readonly selection: Selection;
  readonly onMove: (task: Task, moves: readonly TaskMove[]) => void;
};
