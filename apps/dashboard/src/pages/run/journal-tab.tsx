import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { runLogEntry, type ToolCall, toolCalls } from "../../api/queries/run-log.ts";
import type { RunDetail } from "../../api/queries/work.ts";
import { ToolCard } from "../../runs/tool-card.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { VirtualRows } from "../../ui/virtual-rows.tsx";

const EFFECTS: Readonly<Record<ToolCall["effect"], string>> = {
  read: "reads",
  write: "writes",
  external: "reaches outside",
};

/** The journal of tool calls: what was to happen, how often it was started, how it ended, what came back. */
export function JournalTab({ run }: { readonly run: RunDetail }): ReactNode {
  const list = useInfiniteQuery(toolCalls(run.id));
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  if (list.isPending) return <SkeletonRows count={4} />;
  if (list.isError) {
    return <ErrorState error={list.error} doing="read the tool calls" onRetry={() => void list.refetch()} />;
  }
  if (rows.length === 0) return <EmptyState title="No tool was called" />;
  return (
    <Card padding="flush">
      <VirtualRows
        label="Tool calls"
        rows={rows}
        rowKey={({ entryId, callId }) => `${entryId}\n${callId}`}
        estimatePx={64}
        onNearEnd={() => (list.hasNextPage && !list.isFetching ? void list.fetchNextPage() : undefined)}
        render={(call) => <JournalRow runId={run.id} call={call} />}
      />
    </Card>
  );
}

function JournalRow({ runId, call }: { readonly runId: string; readonly call: ToolCall }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const result = useQuery({ ...runLogEntry(runId, call.resultSeq ?? 0), enabled: isOpen && call.resultSeq !== null });
  const payload = result.data?.payload;
  const notes = [
    `Step ${call.step}`,
    EFFECTS[call.effect],
    call.starts > 1 ? `started ${call.starts} times` : "",
    call.outcome ?? call.status.replaceAll("_", " "),
  ];
  return (
    <div className="border-b border-line px-4 py-2">
      <p className="mb-1 text-2xs text-faint tabular-nums">{notes.filter(Boolean).join(" · ")}</p>
      <ToolCard
        block={{ type: "tool-call", callId: call.callId, name: call.name, args: call.args }}
        result={payload?.kind === "tool-result" ? payload : undefined}
        call={call}
        noResult={result.isFetching ? "Reading…" : "No result yet."}
        onToggle={setIsOpen}
      />
    </div>
  );
}
