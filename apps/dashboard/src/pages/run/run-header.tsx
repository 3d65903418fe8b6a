import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { taskDetail } from "../../api/queries/tasks.ts";
import type { RunDetail } from "../../api/queries/work.ts";
import { useNames } from "../../people/use-names.ts";
import { RunTotals } from "../../runs/run-totals.tsx";
import { RUN_STATUS_WORDS, runTitle } from "../../runs/run-words.ts";
import { SimulatedBadge } from "../../runs/simulated-badge.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { RUN_TONES } from "./run-tones.ts";

/** Who works on what, how it stands, what it took, and why it failed where it did. */
export function RunHeader({ run }: { readonly run: RunDetail }): ReactNode {
  const name = useNames()("agent", run.agentId);
  const task = useQuery({ ...taskDetail(run.taskId ?? ""), enabled: run.taskId !== null }).data;
  const message = run.failure?.["message"];
  return (
    <header className="flex flex-col gap-1.5">
      {run.taskId !== null && (
        <p className="h-4 truncate text-xs text-soft">
          {task !== undefined && (
            <Link to={`/tasks/${task.id}`} className="hover:underline">
              <span className="mr-1.5 text-faint tabular-nums">{task.key}</span>
              <bdi>{safeText(task.title)}</bdi>
            </Link>
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="min-w-0 text-lg font-semibold tracking-tight foreign-text">
          <Link to={`/agents/${run.agentId}`} className="hover:underline">
            {name}
          </Link>{" "}
          {runTitle(run)}
        </h1>
        <Badge tone={RUN_TONES[run.status]}>{RUN_STATUS_WORDS[run.status]}</Badge>
        {run.isSimulated && <SimulatedBadge />}
      </div>
      <RunTotals run={run} />
      {typeof message === "string" && message !== "" && (
        <p className="rounded-sm bg-bad-soft px-2.5 py-1.5 text-sm text-bad foreign-text">{safeText(message)}</p>
      )}
    </header>
  );
}
