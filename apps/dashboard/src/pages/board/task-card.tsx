import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Task, TaskMove } from "../../api/queries/tasks.ts";
import { Ago } from "../../format/time.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { MoveMenu } from "../../tasks/move-menu.tsx";
import { NextMover } from "../../tasks/next-mover.tsx";
import { PriorityIcon } from "../../tasks/priority-icon.tsx";
import { useNear } from "../../tasks/use-near.ts";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";
import { safeText } from "../../text/safe-text.ts";
import { cx } from "../../ui/class-names.ts";
import type { TaskRights } from "./board-parts.ts";

/** Every card has the same height, so that thousands scroll without being measured. */
export const CARD_HEIGHT_PX = 104;

/** Shown to who points at the card or reaches it by keyboard, and always where nobody can point. */
const HIDDEN =
  "opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100";

type TaskCardProps = {
  readonly task: Task;
  readonly order: number;
  readonly assignee: string;
  readonly mover: TaskWithMover | undefined;
  readonly isSelected: boolean;
  readonly rights: TaskRights;
  readonly onToggle: (task: Task) => void;
  readonly onDrag: (task: Task | undefined) => void;
  readonly onMove: (task: Task, moves: readonly TaskMove[]) => void;
};

/** A task on the board. */
export const TaskCard = memo(function TaskCard({
  task,
  order,
  assignee,
  mover,
  isSelected,
  rights,
  onDrag,
  ...change
}: TaskCardProps): ReactNode {
  const mayChange = rights === "change";
  const { ref, isDragging } = useDraggable(task, rights, onDrag);
  const { isNear, watch } = useNear();
  return (
    <article
      ref={ref}
      {...watch}
      data-task={task.id}
      data-order={order}
      style={{ height: CARD_HEIGHT_PX }}
      className={cx(
        "group relative flex flex-col gap-1 overflow-hidden rounded-md border bg-panel px-3 py-2 shadow-raised",
        "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus hover:border-line-strong",
        isSelected ? "border-accent bg-accent-soft" : "border-line",
        mayChange && "cursor-grab",
        isDragging && "opacity-40",
      )}
    >
      <CardHead task={task} isSelected={isSelected} rights={rights} isNear={isNear} {...change} />
      <Link
        to={`/tasks/${task.id}`}
        draggable={false}
        className="line-clamp-2 text-sm leading-[1.35] font-medium outline-none after:absolute after:inset-0 foreign-text"
      >
        {safeText(task.title)}
      </Link>
      <CardFoot task={task} assignee={assignee} mover={mover} />
    </article>
  );
});

type CardHeadProps = Pick<TaskCardProps, "task" | "isSelected" | "rights" | "onToggle" | "onMove"> & {
  readonly isNear: boolean;
};

function CardHead({ task, isSelected, rights, isNear, onToggle, onMove }: CardHeadProps): ReactNode {
  return (
    <div className="flex h-5 items-center gap-2 text-xs text-faint">
      <span className="tabular-nums">{task.key}</span>
      <PriorityIcon priority={task.priority} />
      {task.round > 1 && <span>round {task.round}</span>}
      {rights === "change" && (
        <input
          type="checkbox"
          data-select=""
          aria-label={`Select ${task.key}`}
          checked={isSelected}
          onChange={() => onToggle(task)}
          className={cx("z-10 ml-auto size-3.5 accent-accent", !isSelected && HIDDEN)}
        />
      )}
      {isNear && rights === "change" && (
        <MoveMenu task={task} onMove={onMove} className={cx("!size-6 z-10 -mr-1.5", HIDDEN)} />
      )}
    </div>
  );
}

function CardFoot({ task, assignee, mover }: Pick<TaskCardProps, "task" | "assignee" | "mover">): ReactNode {
  return (
    <div className="@container mt-auto flex min-w-0 items-center gap-2">
      <span title={assignee} className="contents">
        <Avatar name={assignee} kind="agent" size="sm" />
      </span>
      {mover === undefined ? (
        <bdi className="min-w-0 flex-1 truncate text-xs text-soft">{assignee}</bdi>
      ) : (
        <NextMover mover={mover} className="min-w-0 flex-1" />
      )}
      <Ago
        at={task.updatedAt}
        className={cx("shrink-0 text-2xs text-faint", mover !== undefined && "hidden @3xs:inline")}
      />
    </div>
  );
}

function useDraggable(task: Task, rights: TaskRights, onDrag: (task: Task | undefined) => void) {
  const ref = useRef<HTMLElement>(null);
  const [isDragging, setIsDragging] = useState(false);
  const tell = useEffectEvent((isNow: "dragged" | "dropped") => {
    setIsDragging(isNow === "dragged");
    onDrag(isNow === "dragged" ? task : undefined);
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null || rights === "read") return undefined;
    return draggable({ element, onDragStart: () => tell("dragged"), onDrop: () => tell("dropped") });
  }, [rights]);
  return { ref, isDragging };
}
