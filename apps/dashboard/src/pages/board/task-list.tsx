import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import { type Task, type TaskFilter, taskList, type TaskMove } from "../../api/queries/tasks.ts";
import { Ago } from "../../format/time.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { useSearchWords } from "../../shell/use-search-words.ts";
import { MoveMenu } from "../../tasks/move-menu.tsx";
import { NewTaskButton } from "../../tasks/new-task-button.tsx";
import { NextMover } from "../../tasks/next-mover.tsx";
import { PriorityIcon } from "../../tasks/priority-icon.tsx";
import { StatusIcon } from "../../tasks/status-icon.tsx";
import { useNear } from "../../tasks/use-near.ts";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";
import { safeText } from "../../text/safe-text.ts";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { filterOf } from "./board-filter.ts";
import type { BoardParts, TaskRights } from "./board-parts.ts";
import { VirtualTasks } from "./virtual-tasks.tsx";

const ROW_HEIGHT_PX = 44;

/** All tasks as rows, those changed last first. */
export function TaskList({ filter, ...parts }: BoardParts & { readonly filter: TaskFilter }): ReactNode {
  const list = useInfiniteQuery(taskList(filter));
  const tasks = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const readOn = (): void => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  if (list.isPending) return <SkeletonRows count={8} />;
  if (list.isError) return <ErrorState error={list.error} doing="read the tasks" onRetry={() => void list.refetch()} />;
  if (tasks.length === 0) return <NoTasks />;
  return <Rows tasks={tasks} onNearEnd={readOn} {...parts} />;
}

function NoTasks(): ReactNode {
  const words = useSearchWords();
  const isNarrowed = Object.keys(filterOf(words)).length > 0 || words["status"] !== undefined;
  return (
    <EmptyState
      icon={<ListChecks className="size-7" aria-hidden />}
      title={isNarrowed ? "No task matches" : "There is no task yet"}
      action={<NewTaskButton />}
    >
      {isNarrowed
        ? "Widen the filters, or give somebody work."
        : "Say what done looks like, and an agent sets to work."}
    </EmptyState>
  );
}

type RowsProps = BoardParts & { readonly tasks: readonly Task[]; readonly onNearEnd: () => void };

function Rows({ tasks, onNearEnd, names, movers, selection, onMove, rights }: RowsProps): ReactNode {
  return (
    <VirtualTasks
      tasks={tasks}
      heightPx={ROW_HEIGHT_PX}
      overscan={12}
      nearEnd={20}
      onNearEnd={onNearEnd}
      label="Tasks"
      className="border-t border-line"
    >
      {(task, index) => (
        <Row
          task={task}
          order={index}
          assignee={names("agent", task.assigneeId)}
          mover={movers.get(task.id)}
          isSelected={selection.tasks.has(task.id)}
          rights={rights}
          onToggle={selection.toggle}
          onMove={onMove}
        />
      )}
    </VirtualTasks>
  );
}

type RowProps = {
  readonly rights: TaskRights;
  readonly task: Task;
  readonly order: number;
  readonly assignee: string;
  readonly mover: TaskWithMover | undefined;
  readonly isSelected: boolean;
  readonly onToggle: (task: Task) => void;
  readonly onMove: (task: Task, moves: readonly TaskMove[]) => void;
};

const Row = memo(function Row({ task, order, assignee, mover, rights, isSelected, ...change }: RowProps): ReactNode {
  const { onToggle, onMove } = change;
  const { isNear, watch } = useNear();
  return (
    <div
      {...watch}
      data-task={task.id}
      data-order={order}
      style={{ height: ROW_HEIGHT_PX }}
      className={cx(
        "group relative flex items-center gap-3 border-b border-line px-4 text-sm sm:px-6",
        "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus",
        isSelected ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      {rights === "change" && (
        <input
          type="checkbox"
          data-select=""
          aria-label={`Select ${task.key}`}
          checked={isSelected}
          onChange={() => onToggle(task)}
          className="z-10 size-3.5 accent-accent"
        />
      )}
      <PriorityIcon priority={task.priority} />
      <StatusIcon status={task.status} />
      <span className="shrink-0 truncate text-xs text-faint tabular-nums sm:w-16">{task.key}</span>
      <Link
        to={`/tasks/${task.id}`}
        className="min-w-0 flex-1 truncate font-medium outline-none after:absolute after:inset-0"
      >
        <bdi>{safeText(task.title)}</bdi>
      </Link>
      {mover !== undefined && (
        <span className="hidden max-w-56 shrink-0 lg:flex">
          <NextMover mover={mover} />
        </span>
      )}
      <span className="hidden w-32 shrink-0 truncate text-xs text-soft md:block">
        <Avatar name={assignee} kind="agent" size="sm" /> <bdi>{assignee}</bdi>
      </span>
      <Ago at={task.updatedAt} className="hidden w-16 shrink-0 text-right text-xs text-faint sm:inline" />
      {isNear && rights === "change" ? (
        <MoveMenu task={task} onMove={onMove} className="!size-7 z-10" />
      ) : (
        <span className="size-7" />
      )}
    </div>
  );
});
