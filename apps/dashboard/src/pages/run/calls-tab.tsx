import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { modelCalls } from "../../api/queries/run-log.ts";
import type { RunDetail } from "../../api/queries/work.ts";
import { money, percent, shortCount } from "../../format/numbers.ts";
import { Ago, shortDuration } from "../../format/time.tsx";
import { safeText } from "../../text/safe-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { VirtualRows } from "../../ui/virtual-rows.tsx";

type ModelCall = RunDetail["calls"][number];

const STATUSES: Readonly<Record<ModelCall["status"], { readonly word: string; readonly tone: Tone }>> = {
  reserved: { word: "under way", tone: "info" },
  done: { word: "done", tone: "good" },
  failed: { word: "failed", tone: "bad" },
  aborted: { word: "aborted", tone: "warn" },
};

/** Every call of a model: tokens, how much of them came from the cache, and what it cost. */
export function CallsTab({ run }: { readonly run: RunDetail }): ReactNode {
  const list = useInfiniteQuery(modelCalls(run.id));
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  if (list.isPending) return <SkeletonRows count={4} />;
  if (list.isError) {
    return <ErrorState error={list.error} doing="read the model calls" onRetry={() => void list.refetch()} />;
  }
  if (rows.length === 0) {
    return <EmptyState title="No model was called">A run that waits or finds nothing to do costs nothing.</EmptyState>;
  }
  return (
    <Card padding="flush">
      <VirtualRows
        label="Model calls"
        rows={rows}
        onNearEnd={() => (list.hasNextPage && !list.isFetching ? void list.fetchNextPage() : undefined)}
        rowKey={({ id }) => id}
        estimatePx={76}
        render={(call) => <CallRow call={call} />}
      />
    </Card>
  );
}

function CallRow({ call }: { readonly call: ModelCall }): ReactNode {
  const read = call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens + call.cacheWriteHourTokens;
  const { word, tone } = STATUSES[call.status];
  const facts = [
    `${shortCount(read)} in`,
    read > 0 ? `${percent(call.cacheReadTokens / read)} cached` : "",
    `${shortCount(call.outputTokens)} out`,
    call.thinkingTokens > 0 ? `${shortCount(call.thinkingTokens)} thinking` : "",
    call.endedAt === null ? "" : shortDuration(Date.parse(call.endedAt) - Date.parse(call.startedAt)),
  ];
  return (
    <div className="border-b border-line px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="tabular-nums">Step {call.step}</span>
        <span className="min-w-0 truncate text-soft">
          <bdi>{safeText(call.model)}</bdi> <span className="text-faint">{safeText(call.purpose)}</span>
        </span>
        <Badge tone={tone}>{word}</Badge>
        <span className="ml-auto tabular-nums">{costOf(call)}</span>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-faint tabular-nums">
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <Ago at={call.startedAt} />
        {call.requestId !== null && <span className="max-w-48 truncate">{safeText(call.requestId)}</span>}
      </p>
      {call.failure !== null && <p className="mt-1 text-xs text-bad foreign-text">{safeText(call.failure)}</p>}
    </div>
  );
}

function costOf(call: ModelCall): string {
  if (call.isSimulated && call.simulatedCostMicros === 0) return "$0";
  if (call.isSimulated) return `$0 (would be ${money(call.simulatedCostMicros)})`;
  if (call.status === "reserved") return `up to ${money(call.reservedMicros)}`;
  return `${money(call.costMicros)}${call.isUnpriced ? " (no price known)" : ""}`;
}
