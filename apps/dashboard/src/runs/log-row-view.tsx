import { ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { RunDetail } from "../api/queries/work.ts";
import { shortCount } from "../format/numbers.ts";
import { Ago } from "../format/time.tsx";
import { Beginning, Markdown, PlainText } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import type { AssistantPayload, LogRow } from "./log-rows.ts";
import { ToolCard } from "./tool-card.tsx";

type Call = RunDetail["toolCalls"][number];

/** Finds a call of the journal by its reply and its id. */
export type CallLookup = (entryId: string, callId: string) => Call | undefined;

export function callLookup(calls: readonly Call[]): CallLookup {
  const byKey = new Map(calls.map((call) => [keyOf(call.entryId, call.callId), call]));
  return (entryId, callId) => byKey.get(keyOf(entryId, callId));
}

function keyOf(entryId: string, callId: string): string {
  return `${entryId}\n${callId}`;
}

type LogRowProps = { readonly row: LogRow; readonly calls: CallLookup };

/** One line of a run. */
export const LogRowView = memo(function LogRowView({ row, calls }: LogRowProps): ReactNode {
  switch (row.kind) {
    case "brief":
      return <Folded title={safeText(row.from)} at={row.at} text={row.text} />;
    case "note":
      return <Folded title={noteTitle(row.text)} at={row.at} text={row.text} />;
    case "reply":
      return (
        <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
          <Blocks row={row} calls={calls} />
          <p className="text-2xs text-faint tabular-nums">
            {row.step !== null && `Step ${row.step} · `}
            {usageText(row.payload)} · <Ago at={row.at} />
          </p>
        </div>
      );
  }
});

function Blocks({ row, calls }: LogRowProps & { readonly row: Extract<LogRow, { kind: "reply" }> }): ReactNode {
  return row.payload.content.map((block, index) => {
    switch (block.type) {
      case "text":
        return <Markdown key={index} text={block.text} />;
      case "thinking":
        return block.text === "" ? null : <Thinking key={index} text={block.text} />;
      case "tool-call":
        return (
          <ToolCard
            key={block.callId}
            block={block}
            result={row.results.get(block.callId)}
            call={calls(row.id, block.callId)}
          />
        );
    }
  });
}

function Thinking({ text }: { readonly text: string }): ReactNode {
  return (
    <details className="group rounded-sm text-sm text-soft">
      <summary className="flex min-h-6 items-center gap-1 text-xs text-faint hover:text-soft">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden />
        Thought
      </summary>
      <p className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap italic foreign-text">
        <Beginning text={text} />
      </p>
    </details>
  );
}

function Folded({
  title,
  at,
  text,
}: {
  readonly title: string;
  readonly at: string;
  readonly text: string;
}): ReactNode {
  return (
    <details className="group border-b border-line">
      <summary className="touch-target flex items-center gap-1.5 px-4 py-2.5 text-xs text-soft hover:bg-hover">
        <ChevronRight className="size-3.5 shrink-0 transition-transform group-open:rotate-90" aria-hidden />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <Ago at={at} className="text-faint" />
      </summary>
      <div className="px-4 pb-2.5">
        <PlainText text={text} label={title} />
      </div>
    </details>
  );
}

const MOST_TITLE_CHARS = 400;

function noteTitle(text: string): string {
  const [first = ""] = safeText(text.slice(0, MOST_TITLE_CHARS)).trim().split("\n", 1);
  return first === "" ? "Note" : first;
}

function usageText({ usage }: AssistantPayload): string {
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.cacheWriteHourTokens;
  return `${shortCount(read)} tokens in, ${shortCount(usage.outputTokens)} out`;
}
