import { useMemo, useState } from "react";
import type { Task } from "../api/queries/tasks.ts";

export type Selection = {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly toggle: (task: Task) => void;
  readonly clear: () => void;
};

/** Some tasks that are to be changed together. */
export function useSelection(): Selection {
  const [tasks, setTasks] = useState<ReadonlyMap<string, Task>>(new Map());
  return useMemo(
    () => ({
      tasks,
      toggle: (task) =>
        setTasks((before) => {
          const after = new Map(before);
          if (!after.delete(task.id)) after.set(task.id, task);
          return after;
        }),
      clear: () => setTasks(new Map()),
    }),
    [tasks],
  );
}
