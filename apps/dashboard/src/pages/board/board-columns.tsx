import { type ReactNode, useCallback, useState } from "react";
import type { Task, TaskFilter } from "../../api/queries/tasks.ts";
import { BoardColumnView } from "./board-column.tsx";
import type { BoardParts } from "./board-parts.ts";
import { COLUMNS } from "./board-filter.ts";

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
