import { type ReactNode, useCallback, useState } from "react";
import type { Task, TaskFilter, TaskMove } from "../../api/queries/tasks.ts";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";
import type { Selection } from "../../tasks/use-selection.ts";
import { BoardColumnView } from "./board-column.tsx";
import { COLUMNS } from "./board-filter.ts";

export type BoardParts = {
  readonly movers: ReadonlyMap<string, TaskWithMover>;
  readonly selection: Selection;
  readonly onMove: (task: Task, moves: readonly TaskMove[]) => void;
};

/** The board: a column for each state that matters. Sideways scrolling belongs to it alone. */
export function BoardColumns({
  filter,
  ...parts
}: BoardParts & { readonly filter: Omit<TaskFilter, "status"> }): ReactNode {
  const [dragged, setDragged] = useState<Task>();
  const onDrag = useCallback((task: Task | undefined) => setDragged(task), []);
  return (
    <div
      role="region"
      aria-label="Columns"
      tabIndex={0}
      className="flex min-h-0 flex-1 snap-x gap-3 overflow-x-auto px-4 pb-3 sm:snap-none sm:px-6"
    >
      {COLUMNS.map((column) => (
        <BoardColumnView key={column.id} column={column} filter={filter} dragged={dragged} onDrag={onDrag} {...parts} />
      ))}
    </div>
  );
}
