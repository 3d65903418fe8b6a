import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { taskDetail } from "../../api/queries/tasks.ts";
import type { Run } from "../../api/queries/work.ts";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { RunState } from "../../runs/run-state.tsx";
import { runTitle } from "../../runs/run-words.ts";
import { safeText } from "../../text/safe-text.ts";

/** A run that is under way: who, what, since when. */
export function RunRow({ run }: { readonly run: Run }): ReactNode {
  const task = useQuery({ ...taskDetail(run.taskId ?? ""), enabled: run.taskId !== null }).data;
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-4 py-2.5 last:border-0">
      <RunState status={run.status} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2 text-xs text-soft">
          <ActorName kind="agent" id={run.agentId} />
          <span className="shrink-0">{runTitle(run)}</span>
          <Ago at={run.startedAt ?? run.queuedAt} className="ml-auto shrink-0 text-faint tabular-nums" />
        </div>
        {task !== undefined && (
          <Link to={`/tasks/${task.id}`} className="mt-0.5 block truncate text-sm font-medium hover:underline">
            <span className="mr-1.5 text-xs font-normal text-faint">{task.key}</span>
            <bdi>{safeText(task.title)}</bdi>
          </Link>
        )}
      </div>
    </li>
  );
}
