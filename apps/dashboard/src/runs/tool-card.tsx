import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  ShieldQuestion,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RunDetail } from "../api/queries/work.ts";
import { shortDuration } from "../format/time.tsx";
import { Beginning, PlainText } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import type { AssistantPayload, ResultPayload } from "./log-rows.ts";

type CallBlock = Extract<AssistantPayload["content"][number], { type: "tool-call" }>;
type Call = RunDetail["toolCalls"][number];

type ToolCardProps = {
  readonly block: CallBlock;
  readonly result: ResultPayload | undefined;
  readonly call: Call | undefined;
  /** What is said where a result would stand. */
  readonly noResult?: string;
  readonly onToggle?: (isOpen: boolean) => void;
};

type State = { readonly icon: LucideIcon; readonly colour: string; readonly word: string };

const STATES: Readonly<Record<string, State>> = {
  done: { icon: CircleCheck, colour: "text-good", word: "done" },
  failed: { icon: CircleX, colour: "text-bad", word: "failed" },
  denied: { icon: CircleX, colour: "text-bad", word: "denied" },
  unknown: { icon: CircleHelp, colour: "text-warn", word: "interrupted: whether it happened is not known" },
  awaiting_approval: { icon: ShieldQuestion, colour: "text-warn", word: "waits for approval" },
  started: { icon: LoaderCircle, colour: "text-info animate-spin", word: "running" },
  recorded: { icon: LoaderCircle, colour: "text-faint", word: "about to run" },
};

/** A call of a tool: what was asked, how it ended, what came back. */
export function ToolCard({ block, result, call, noResult = "No result yet.", onToggle }: ToolCardProps): ReactNode {
  const state = STATES[result?.outcome ?? call?.status ?? "recorded"];
  const Icon = state?.icon ?? CircleHelp;
  const exitCode = result?.exitCode;
  // Most calls are never opened: what they were given and what came back is drawn when they are.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group overflow-hidden rounded-md border border-line bg-page"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        onToggle?.(currentTarget.open);
      }}
    >
      <summary className="touch-target flex items-center gap-2 px-3 py-1.5 text-xs hover:bg-hover">
        <Icon role="img" aria-label={state?.word ?? "unknown"} className={`size-3.5 shrink-0 ${state?.colour ?? ""}`} />
        <bdi className="max-w-1/2 shrink-0 truncate font-mono font-medium">{safeText(block.name)}</bdi>
        <bdi className="min-w-0 flex-1 truncate font-mono text-soft">{summaryOf(block)}</bdi>
        {exitCode !== undefined && exitCode !== 0 && <span className="shrink-0 text-bad">exit {exitCode}</span>}
        <span className="shrink-0 text-faint tabular-nums">{lasted(call)}</span>
        <ChevronRight className="size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90" aria-hidden />
      </summary>
      {isOpen && <Inside block={block} result={result} noResult={noResult} />}
    </details>
  );
}

function Inside({ block, result, noResult }: Pick<ToolCardProps, "block" | "result" | "noResult">): ReactNode {
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <Arguments block={block} />
      {result === undefined ? (
        <p className="text-xs text-soft">{noResult}</p>
      ) : (
        <PlainText text={result.text} label="Result" />
      )}
      {result?.blob !== undefined && (
        <p className="text-xs text-faint">
          The whole result has {result.blob.lines.toLocaleString()} lines; this is its beginning.
        </p>
      )}
    </div>
  );
}

function Arguments({ block }: { readonly block: CallBlock }): ReactNode {
  const args = Object.entries(block.args);
  if (block.argsError !== undefined)
    return <p className="text-xs text-bad foreign-text">{safeText(block.argsError)}</p>;
  return (
    <dl className="flex flex-col gap-1.5 text-xs">
      {args.map(([name, value]) => (
        <div key={name}>
          <dt className="text-faint foreign-text">{safeText(name)}</dt>
          <dd className="max-h-60 overflow-auto font-mono whitespace-pre-wrap foreign-text">
            <Beginning text={typeof value === "string" ? value : JSON.stringify(value, null, 2)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MOST_SUMMARY_CHARS = 160;
const SUMMARY_ARGS = ["command", "path", "file_path", "title", "query", "pattern", "question", "summary", "note"];

/** The one argument that says most of what a call does. */
function summaryOf({ args }: CallBlock): string {
  const name = SUMMARY_ARGS.find((each) => typeof args[each] === "string");
  const value = name === undefined ? undefined : args[name];
  return typeof value === "string" ? safeText(value.slice(0, MOST_SUMMARY_CHARS)).replaceAll("\n", " ") : "";
}

function lasted(call: Call | undefined): string {
  if (call === undefined || call.startedAt === null || call.endedAt === null) return "";
  return shortDuration(Date.parse(call.endedAt) - Date.parse(call.startedAt));
}
