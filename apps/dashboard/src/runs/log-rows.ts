import type { LogEntry } from "../api/queries/run-log.ts";

type Payload = LogEntry["payload"];
export type AssistantPayload = Extract<Payload, { kind: "assistant-message" }>;
export type ResultPayload = Extract<Payload, { kind: "tool-result" }>;

/** Where a line stands in the log of its session. */
type Place = { readonly id: string; readonly seq: number; readonly at: string };

/** One line of a run as people read it: a reply stands with the results of its calls. */
export type LogRow =
  | (Place & { readonly kind: "brief"; readonly text: string; readonly from: string })
  | (Place & {
      readonly kind: "reply";
      readonly step: number | null;
      readonly payload: AssistantPayload;
      readonly results: ReadonlyMap<string, ResultPayload>;
    })
  | (Place & { readonly kind: "note"; readonly text: string });

/** The lines of a log, in order. What only steers the engine is left out. */
export function logRows(entries: readonly LogEntry[]): LogRow[] {
  const results = resultsByReply(entries);
  return entries.flatMap((entry): LogRow[] => {
    const { payload } = entry;
    const place = { id: entry.id, seq: entry.seq, at: entry.createdAt };
    switch (payload.kind) {
      case "user-message":
        return [{ kind: "brief", ...place, text: textOf(payload.content), from: payload.sender?.name ?? "Brief" }];
      case "assistant-message":
        return [{ kind: "reply", ...place, step: entry.step, payload, results: results.get(entry.id) ?? new Map() }];
      case "note":
        return [{ kind: "note", ...place, text: payload.text }];
      case "compaction":
      case "branch-summary":
      case "collapse-context":
        return [{ kind: "note", ...place, text: payload.summary }];
      default:
        return [];
    }
  });
}

function resultsByReply(entries: readonly LogEntry[]): Map<string, Map<string, ResultPayload>> {
  const byReply = new Map<string, Map<string, ResultPayload>>();
  for (const { payload } of entries) {
    if (payload.kind !== "tool-result") continue;
    const results = byReply.get(payload.assistantEntryId) ?? new Map<string, ResultPayload>();
    byReply.set(payload.assistantEntryId, results.set(payload.callId, payload));
  }
  return byReply;
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((block) => block.text ?? "[image]").join("\n\n");
}
