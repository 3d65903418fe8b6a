import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type RunDetail, runDetail } from "../api/queries/work.ts";
import { ActorName } from "../people/actor-name.tsx";
import { safeText } from "../text/safe-text.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { RunLogView } from "./run-log-view.tsx";
import { RunTotals } from "./run-totals.tsx";
import { RUN_STATUS_WORDS, runTitle } from "./run-words.ts";
import { SimulatedBadge } from "./simulated-badge.tsx";

const TONES: Readonly<Record<keyof typeof RUN_STATUS_WORDS, Tone>> = {
  queued: "neutral",
  running: "info",
  waiting: "warn",
  succeeded: "good",
  incomplete: "warn",
  failed: "bad",
  cancelled: "neutral",
};

/** One run, live while it works: who, what it took, what it wrote. */
export function RunPanel({ runId, className }: { readonly runId: string; readonly className?: string }): ReactNode {
  const run = useQuery(runDetail(runId));
  if (run.isPending) return <SkeletonRows count={4} />;
  if (run.isError) return <ErrorState error={run.error} doing="read this run" onRetry={() => void run.refetch()} />;
  const { data } = run;
  return (
    <Card
      padding="flush"
      title={
        <span className="flex min-w-0 items-center gap-2 font-normal">
          <ActorName kind="agent" id={data.agentId} />
          <Link to={`/runs/${data.id}`} className="truncate text-soft hover:underline">
            {runTitle(data)}
          </Link>
        </span>
      }
      actions={
        <span className="flex shrink-0 items-center gap-1.5">
          {data.isSimulated && <SimulatedBadge />}
          <Badge tone={TONES[data.status]}>{RUN_STATUS_WORDS[data.status]}</Badge>
        </span>
      }
    >
      <div className="border-b border-line px-4 py-2">
        <RunTotals run={data} />
        <Failure failure={data.failure} />
      </div>
      <RunLogView run={data} {...(className === undefined ? {} : { className })} />
    </Card>
  );
}

/** Why a run did not come to its end, in the words of what failed. */
function Failure({ failure }: { readonly failure: RunDetail["failure"] }): ReactNode {
  const message = failure?.["message"];
  if (typeof message !== "string" || message === "") return null;
  return (
    <p className="mt-1.5 rounded-sm bg-bad-soft px-2.5 py-1.5 text-xs text-bad foreign-text">{safeText(message)}</p>
  );
}
