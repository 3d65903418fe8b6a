import { useQuery } from "@tanstack/react-query";
import { Footprints } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TaskDetail } from "../../api/queries/tasks.ts";
import { type Run, taskRuns } from "../../api/queries/work.ts";
import { counted } from "../../format/numbers.ts";
import { Ago } from "../../format/time.tsx";
import { ActorName } from "../../people/actor-name.tsx";
import { RunPanel } from "../../runs/run-panel.tsx";
import { RunState } from "../../runs/run-state.tsx";
import { isOpenRun, runTitle } from "../../runs/run-words.ts";
import { StatusIcon } from "../../tasks/status-icon.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Link } from "@tanstack/react-router";

/** What agents do and did for a task: the run under way first, every other one below. */
export function WorkTab({ task }: { readonly task: TaskDetail }): ReactNode {
  const runs = useQuery(taskRuns(task.id));
  const [picked, setPicked] = useState<string>();
  if (runs.isPending) return <SkeletonRows count={3} />;
  if (runs.isError)
    return <ErrorState error={runs.error} doing="read the runs of this task" onRetry={() => void runs.refetch()} />;
  const list = runs.data.data;
  const shown = list.find(({ id }) => id === picked) ?? mostTelling(list);
  return (
    <div className="flex flex-col gap-4">
      {task.children.length > 0 && <Children task={task} />}
      {shown === undefined ? (
        <EmptyState icon={<Footprints className="size-7" aria-hidden />} title="Nobody has worked on it yet">
          What its agent reads, writes and runs appears here as it happens.
        </EmptyState>
      ) : (
        <RunPanel key={shown.id} runId={shown.id} className="max-h-[60vh]" />
      )}
      {list.length > 1 && <RunList runs={list} shownId={shown?.id} onPick={setPicked} />}
    </div>
  );
}

/** The run that works, else the last one that worked on the task itself. */
function mostTelling(runs: readonly Run[]): Run | undefined {
  return (
    runs.find(({ status }) => status === "running") ??
    runs.find(({ status, kind }) => isOpenRun(status) && kind === "task") ??
    runs.find(({ kind }) => kind === "task") ??
    runs[0]
  );
}

function Children({ task }: { readonly task: TaskDetail }): ReactNode {
  const done = task.children.filter(({ status }) => status === "completed").length;
  return (
    <Card title={`Split into ${counted(task.children.length, "task")}, ${done} completed`} padding="flush">
      <ul>
        {task.children.map((child) => (
          <li key={child.id} className="border-b border-line last:border-0">
            <Link
              to={`/tasks/${child.id}`}
              className="touch-target flex items-center gap-2.5 px-4 py-2 text-sm hover:bg-hover"
            >
              <StatusIcon status={child.status} />
              <span className="text-xs text-faint tabular-nums">{child.key}</span>
              <bdi className="min-w-0 flex-1 truncate">{safeText(child.title)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type RunListProps = {
  readonly runs: readonly Run[];
  readonly shownId: string | undefined;
  readonly onPick: (id: string) => void;
};

function RunList({ runs, shownId, onPick }: RunListProps): ReactNode {
  return (
    <Card title="All runs" padding="flush">
      <ul>
        {runs.map((run) => (
          <li key={run.id} className="border-b border-line last:border-0">
            <button
              type="button"
              aria-pressed={run.id === shownId}
              onClick={() => onPick(run.id)}
              className={cx(
                "touch-target flex w-full items-center gap-2.5 px-4 py-2 text-left text-sm hover:bg-hover",
                run.id === shownId && "bg-hover",
              )}
            >
              <RunState status={run.status} />
              <ActorName kind="agent" id={run.agentId} />
              <span className="min-w-0 flex-1 truncate text-soft">{runTitle(run)}</span>
              <Ago at={run.startedAt ?? run.queuedAt} className="text-xs text-faint" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
