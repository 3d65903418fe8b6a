import type { LogEntry } from "../api/queries/run-log.ts";

type Payload = LogEntry["payload"];
export type AssistantPayload = Extract<Payload, { kind: "assistant-message" }>;
export type ResultPayload = Extract<Payload, { kind: "tool-result" }>;

/** One line of a run as people read it: a reply stands with the results of its calls. */
export type LogRow =
  | { readonly kind: "brief"; readonly id: string; readonly at: string; readonly text: string; readonly from: string }
  | {
      readonly kind: "reply";
      readonly id: string;
      readonly at: string;
      readonly step: number | null;
      readonly payload: AssistantPayload;
      readonly results: ReadonlyMap<string, ResultPayload>;
    }
  | { readonly kind: "note"; readonly id: string; readonly at: string; readonly text: string };

/** The lines of a log, in order. What only steers the engine is left out. */
export function logRows(entries: readonly LogEntry[]): LogRow[] {
  const results = resultsByReply(entries);
  return entries.flatMap((entry): LogRow[] => {
    const { id, createdAt: at, payload } = entry;
    switch (payload.kind) {
      case "user-message":
        return [{ kind: "brief", id, at, text: textOf(payload.content), from: payload.sender?.name ?? "Brief" }];
      case "assistant-message":
        return [{ kind: "reply", id, at, step: entry.step, payload, results: results.get(id) ?? new Map() }];
      case "note":
        return [{ kind: "note", id, at, text: payload.text }];
      case "compaction":
      case "branch-summary":
      case "collapse-context":
        return [{ kind: "note", id, at, text: payload.summary }];
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
