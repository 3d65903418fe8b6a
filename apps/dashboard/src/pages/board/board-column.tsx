import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type Task, type TaskFilter, taskList, type TaskMove } from "../../api/queries/tasks.ts";
import { StatusIcon } from "../../tasks/status-icon.tsx";
import { movesOf, statusAfter } from "../../tasks/use-move-task.ts";
import { cx } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { BoardColumn } from "./board-filter.ts";
import type { BoardParts } from "./board-parts.ts";
import { CARD_HEIGHT_PX, TaskCard } from "./task-card.tsx";
import { VirtualTasks } from "./virtual-tasks.tsx";

type BoardColumnProps = BoardParts & {
  readonly column: BoardColumn;
  readonly filter: Omit<TaskFilter, "status">;
  readonly dragged: Task | undefined;
  readonly onDrag: (task: Task | undefined) => void;
};

const GAP_PX = 8;

/** One column: its tasks page by page, only those in sight drawn, and a place to drop what may come here. */
export function BoardColumnView({ column, filter, dragged, onDrag, ...parts }: BoardColumnProps): ReactNode {
  const list = useInfiniteQuery(taskList(useMemo(() => ({ ...filter, status: column.statuses }), [filter, column])));
  const tasks = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const moves = dragged === undefined ? [] : movesInto(dragged, column);
  const drop = useDrop(dragged, moves, parts.onMove);
  const isElsewhere = dragged !== undefined && !column.statuses.includes(dragged.status);
  return (
    <section
      ref={drop.ref}
      aria-label={column.label}
      className={cx(
        "flex shrink-0 snap-center flex-col rounded-lg border bg-hover transition-[width,background-color] duration-150",
        list.isSuccess && tasks.length === 0 ? "w-44" : "w-[84vw] sm:w-64 sm:max-w-96 sm:grow",
        drop.isOver && moves.length > 0 ? "border-accent bg-accent-soft" : "border-transparent",
        isElsewhere && moves.length === 0 && "opacity-45",
      )}
    >
      <header className="flex items-center gap-1.5 px-2 py-2.5">
        <StatusIcon status={column.statuses[0] ?? "pending"} />
        <h2 className="truncate text-sm font-semibold tracking-tight">{column.label}</h2>
        <span className="relative text-xs text-faint tabular-nums">
          {list.isSuccess ? `${tasks.length}${list.hasNextPage ? "+" : ""}` : ""}
          <span className="sr-only"> tasks</span>
        </span>
      </header>
      {list.isPending && <CardSkeletons />}
      {list.isError && <ErrorState error={list.error} doing="read this column" onRetry={() => void list.refetch()} />}
      {list.isSuccess && (
        <Cards
          tasks={tasks}
          label={column.label}
          onNearEnd={() => (list.hasNextPage && !list.isFetching ? void list.fetchNextPage() : undefined)}
          onDrag={onDrag}
          {...parts}
        />
      )}
    </section>
  );
}

type CardsProps = BoardParts & {
  readonly tasks: readonly Task[];
  readonly label: string;
  readonly onNearEnd: () => void;
  readonly onDrag: (task: Task | undefined) => void;
};

function Cards({ tasks, label, onNearEnd, onDrag, names, movers, selection, onMove, rights }: CardsProps): ReactNode {
  return (
    <VirtualTasks
      tasks={tasks}
      heightPx={CARD_HEIGHT_PX + GAP_PX}
      overscan={6}
      nearEnd={10}
      onNearEnd={onNearEnd}
      label={`Tasks: ${label}`}
      className="px-2 pb-2"
      empty={<p className="px-2 py-6 text-center text-xs text-faint">None</p>}
    >
      {(task, index) => (
        <TaskCard
          task={task}
          order={index}
          assignee={names("agent", task.assigneeId)}
          mover={movers.get(task.id)}
          isSelected={selection.tasks.has(task.id)}
          rights={rights}
          onToggle={selection.toggle}
          onDrag={onDrag}
          onMove={onMove}
        />
      )}
    </VirtualTasks>
  );
}

function CardSkeletons(): ReactNode {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2 px-2">
      <Skeleton className="h-24 rounded-md" />
      <Skeleton className="h-24 rounded-md" />
    </div>
  );
}

/** The moves by which a task comes into a column. */
function movesInto(task: Task, column: BoardColumn): TaskMove[] {
  if (column.statuses.includes(task.status)) return [];
  return movesOf(task.status).filter((move) => column.statuses.includes(statusAfter(task.status, move)));
}

function useDrop(dragged: Task | undefined, moves: readonly TaskMove[], onMove: BoardParts["onMove"]) {
  const ref = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const mayDrop = useEffectEvent(() => moves.length > 0);
  const dropped = useEffectEvent(() => {
    if (dragged !== undefined) onMove(dragged, moves);
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      canDrop: () => mayDrop(),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => {
        setIsOver(false);
        dropped();
      },
    });
  }, []);
  return { ref, isOver };
}
