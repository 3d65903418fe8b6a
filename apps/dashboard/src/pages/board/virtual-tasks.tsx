import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { Task } from "../../api/queries/tasks.ts";
import { cx } from "../../ui/class-names.ts";
import { useItemKeys } from "../../ui/use-item-keys.ts";

type VirtualTasksProps = {
  readonly tasks: readonly Task[];
  /** Height of each, with the gap below it. */
  readonly heightPx: number;
  /** Drawn beyond what is in sight, on each side. */
  readonly overscan: number;
  /** How many before the end the next page is asked for. */
  readonly nearEnd: number;
  readonly onNearEnd: () => void;
  readonly label: string;
  readonly className?: string;
  readonly children: (task: Task, index: number) => ReactNode;
  /** Stands in place of the list when it is empty. */
  readonly empty?: ReactNode;
};

/** A list of tasks that scrolls and draws only those in sight; it asks for more before its end is reached. */
export function VirtualTasks({ tasks, heightPx, overscan, onNearEnd, ...rest }: VirtualTasksProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const getItemKey = useItemKeys(tasks, taskId);
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    getItemKey,
    overscan,
  });
  const drawn = rows.getVirtualItems();
  const isNearEnd = tasks.length > 0 && (drawn.at(-1)?.index ?? 0) >= tasks.length - rest.nearEnd;
  const nearEnd = useEffectEvent(onNearEnd);
  useEffect(() => {
    if (isNearEnd) nearEnd();
  }, [isNearEnd, tasks.length]);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={rest.label}
      className={cx("min-h-0 flex-1 overflow-y-auto", rest.className)}
    >
      {tasks.length === 0 && rest.empty}
      <ul data-task-list="" className="relative" style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
          const task = tasks[index];
          return task === undefined ? null : (
            <li key={key} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
              {rest.children(task, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function taskId({ id }: Task): string {
  return id;
}
