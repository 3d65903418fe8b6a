import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { runLog } from "../../api/queries/run-log.ts";
import type { RunDetail } from "../../api/queries/work.ts";
import type { ResultPayload } from "../../runs/log-rows.ts";
import { ToolCard } from "../../runs/tool-card.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { VirtualRows } from "../../ui/virtual-rows.tsx";

type ToolCall = RunDetail["toolCalls"][number];

const EFFECTS: Readonly<Record<ToolCall["effect"], string>> = {
  read: "reads",
  write: "writes",
  external: "reaches outside",
};

/** The journal of tool calls: what was to happen, how often it was started, how it ended, what came back. */
export function JournalTab({ run }: { readonly run: RunDetail }): ReactNode {
  const log = useQuery(runLog(run.id)).data;
  const results = useMemo(() => {
    const payloads = (log?.entries ?? []).map(({ payload }) => payload);
    const found = payloads.filter((payload): payload is ResultPayload => payload.kind === "tool-result");
    return new Map(found.map((payload) => [keyOf(payload.assistantEntryId, payload.callId), payload]));
  }, [log]);
  if (run.toolCalls.length === 0) return <EmptyState title="No tool was called" />;
  return (
    <Card padding="flush">
      <VirtualRows
        label="Tool calls"
        rows={run.toolCalls}
        rowKey={({ entryId, callId }) => keyOf(entryId, callId)}
        estimatePx={64}
        render={(call) => <JournalRow call={call} result={results.get(keyOf(call.entryId, call.callId))} />}
      />
    </Card>
  );
}

function JournalRow({
  call,
  result,
}: {
  readonly call: ToolCall;
  readonly result: ResultPayload | undefined;
}): ReactNode {
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
        result={result}
        call={call}
      />
    </div>
  );
}

function keyOf(entryId: string, callId: string): string {
  return `${entryId}\n${callId}`;
}
