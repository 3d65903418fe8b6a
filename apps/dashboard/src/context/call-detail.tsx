import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type CallLine, callReceipt, type CallReceipt } from "../api/queries/context.ts";
import { shortCount } from "../format/numbers.ts";
import { shortDuration } from "../format/time.tsx";
import { safeText } from "../text/safe-text.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { callTitle } from "./call-list.tsx";
import { cachedShare, cacheWords, costWords, tokensIn } from "./call-words.ts";
import { PartList } from "./part-list.tsx";
import { PromptBar } from "./prompt-bar.tsx";
import { groupSums, promptParts } from "./prompt-parts.ts";
import { Arithmetic, Changes } from "./receipt-words.tsx";

const TONES = { good: "bg-good-soft", warn: "bg-warn-soft", neutral: "bg-hover" } as const;

type CallDetailProps = {
  readonly call: CallLine;
  readonly onCompare: (otherCallId: string) => void;
  /** Keeps this call, to compare the next chosen one with. */
  readonly onHold: () => void;
};

/** One call: what it cost, what became of the cache, and what was in it. */
export function CallDetail({ call, onCompare, onHold }: CallDetailProps): ReactNode {
  const receipt = useQuery(callReceipt(call.id));
  const { tone, words, why } = cacheWords(call);
  return (
    <article aria-label={callTitle(call)} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-base font-semibold">{callTitle(call)}</h2>
          <span className="min-w-0 truncate text-sm text-soft">
            <bdi>{safeText(`${call.provider}/${call.model}`)}</bdi>
          </span>
          <span className="ml-auto text-sm font-medium tabular-nums">{costWords(call)}</span>
        </div>
        <p className="flex flex-wrap gap-x-3 text-xs text-soft tabular-nums">
          {factsOf(call).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <Link to={`/runs/${call.runId}`} className="hover:underline">
            Run
          </Link>
        </p>
        <p className={`rounded-sm px-3 py-2 text-sm foreign-text ${TONES[tone]}`}>
          <span className="font-medium">{safeText(words)}</span> {safeText(why)}
        </p>
        {call.failure !== null && <p className="text-sm text-bad foreign-text">{safeText(call.failure)}</p>}
      </header>
      {receipt.isPending && <SkeletonRows count={6} />}
      {receipt.isError && (
        <ErrorState error={receipt.error} doing="read this receipt" onRetry={() => void receipt.refetch()} />
      )}
      {receipt.isSuccess && <Told call={call} read={receipt.data} onCompare={onCompare} onHold={onHold} />}
    </article>
  );
}

function Told({ call, read, onCompare, onHold }: CallDetailProps & { readonly read: CallReceipt }): ReactNode {
  const { told, history, previousCallId } = read;
  if (told === null) {
    return call.purpose === "main" ? (
      <EmptyState title="No receipt was kept of this call">It was made by a version that kept another sort.</EmptyState>
    ) : (
      <EmptyState title="A call beside the prompt">
        It sends the text that is to be put into fewer words, and nothing of the prompt: it has no receipt.
      </EmptyState>
    );
  }
  const parts = promptParts(told.receipt, cachedShare(call) ?? 0);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {previousCallId !== null && (
          <Button size="sm" onClick={() => onCompare(previousCallId)}>
            Compare with the call before
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={onHold}>
          Compare with another…
        </Button>
      </div>
      <PromptBar sums={groupSums(parts)} label="Prompt" />
      <PartList parts={parts} history={<HistoryLink call={call} history={history} />} />
      <Changes changes={told.changes} />
      <Arithmetic told={told} />
    </>
  );
}

function HistoryLink({
  call,
  history,
}: {
  readonly call: CallLine;
  readonly history: CallReceipt["history"];
}): ReactNode {
  if (history === null || call.sessionId === null) {
    return <p className="text-sm text-soft">Its entries are no longer in the log.</p>;
  }
  const { fromSeq, toSeq } = history;
  return (
    <Link
      to={`/sessions/${call.sessionId}`}
      search={{ tab: "history", from: String(fromSeq), to: String(toSeq) }}
      className="text-sm text-accent-ink hover:underline"
    >
      Entries {fromSeq} to {toSeq} of the session&apos;s log
    </Link>
  );
}

function factsOf(call: CallLine): string[] {
  const { context, endedAt, startedAt } = call;
  return [
    `${shortCount(tokensIn(call))} tokens in`,
    `${shortCount(call.cacheReadTokens)} read from the cache`,
    `${shortCount(call.cacheWriteTokens + call.cacheWriteHourTokens)} written to it`,
    context === null ? "" : `${shortCount(context.predictedTokens)} predicted`,
    `${shortCount(call.outputTokens)} out`,
    endedAt === null ? "" : shortDuration(Date.parse(endedAt) - Date.parse(startedAt)),
    new Date(startedAt).toLocaleString(),
  ].filter((fact) => fact !== "");
}
