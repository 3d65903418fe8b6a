import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Task } from "../../api/queries/tasks.ts";
import { Ago } from "../../format/time.tsx";
import { StatusIcon } from "../../tasks/status-icon.tsx";
import { safeText } from "../../text/safe-text.ts";

/** A task that was done. */
export function DoneRow({ task }: { readonly task: Task }): ReactNode {
  return (
    <li className="border-b border-line last:border-0">
      <Link to={`/tasks/${task.id}`} className="touch-target flex items-center gap-2.5 px-4 py-2 hover:bg-hover">
        <StatusIcon status={task.status} />
        <span className="shrink-0 text-xs text-faint tabular-nums">{task.key}</span>
        <bdi className="min-w-0 flex-1 truncate text-sm">{safeText(task.title)}</bdi>
        <Ago at={task.completedAt ?? task.updatedAt} className="shrink-0 text-xs text-faint" />
      </Link>
    </li>
  );
}
