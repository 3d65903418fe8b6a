import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { agentRuns } from "../../api/queries/agents.ts";
import type { Agent } from "../../api/queries/organization.ts";
import { type Task, type TaskFilter, taskList } from "../../api/queries/tasks.ts";
import type { Run } from "../../api/queries/work.ts";
import { counted, money } from "../../format/numbers.ts";
import { Ago, shortDuration } from "../../format/time.tsx";
import { RunState } from "../../runs/run-state.tsx";
import { RUN_STATUS_WORDS, runTitle } from "../../runs/run-words.ts";
import { safeText } from "../../text/safe-text.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

const EVERY_TASK: TaskFilter = {};

/** What an agent worked on, newest first; each with its task, where that is one of those changed last. */
export function RunsTab({ agent }: { readonly agent: Agent }): ReactNode {
  const runs = useInfiniteQuery(agentRuns(agent.id));
  const tasks = useInfiniteQuery(taskList(EVERY_TASK)).data?.pages.flatMap(({ data }) => data) ?? [];
  if (runs.isPending) return <SkeletonRows count={5} />;
  if (runs.isError) return <ErrorState error={runs.error} doing="read its runs" onRetry={() => void runs.refetch()} />;
  const list = runs.data.pages.flatMap(({ data }) => data);
  if (list.length === 0) return <EmptyState title="It has not worked yet">Idle agents cost nothing.</EmptyState>;
  return (
    <>
      <Card padding="flush">
        <ul>
          {list.map((run) => (
            <RunLine key={run.id} run={run} task={tasks.find(({ id }) => id === run.taskId)} />
          ))}
        </ul>
      </Card>
      <MoreButton list={runs} />
    </>
  );
}

function RunLine({ run, task }: { readonly run: Run; readonly task: Task | undefined }): ReactNode {
  const facts = [
    RUN_STATUS_WORDS[run.status],
    counted(run.modelCalls, "model call"),
    run.isSimulated ? "$0, simulated" : money(run.costMicros),
    run.startedAt !== null && run.endedAt !== null
      ? shortDuration(Date.parse(run.endedAt) - Date.parse(run.startedAt))
      : "",
  ];
  return (
    <li className="border-b border-line last:border-0">
      <Link to={`/runs/${run.id}`} className="flex items-start gap-3 px-4 py-2.5 hover:bg-hover">
        <RunState status={run.status} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium first-letter:uppercase">
            {runTitle(run)}
            {task !== undefined && (
              <bdi className="font-normal">
                {" "}
                · {task.key} {safeText(task.title)}
              </bdi>
            )}
          </span>
          <span className="block truncate text-xs text-soft tabular-nums">{facts.filter(Boolean).join(" · ")}</span>
        </span>
        <Ago at={run.queuedAt} className="shrink-0 text-xs text-faint tabular-nums" />
      </Link>
    </li>
  );
}
