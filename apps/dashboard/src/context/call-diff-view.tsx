import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { callDiff, type CallDiff } from "../api/queries/context.ts";
import { shortCount } from "../format/numbers.ts";
import { safeText } from "../text/safe-text.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { FoldMark } from "../ui/fold-mark.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { callTitle } from "./call-list.tsx";
import { costWords, sentence } from "./call-words.ts";
import { ChangeList } from "./receipt-words.tsx";
import { TextDiff } from "./text-diff.tsx";

type Diff = CallDiff["diff"];
type SectionDiff = Diff["sections"][number];
const TONES: Readonly<Record<SectionDiff["change"], Tone>> = { added: "good", removed: "bad", changed: "warn" };

type CallDiffProps = { readonly beforeId: string; readonly afterId: string; readonly onEnd: () => void };

/** What is not the same in two calls. */
export function CallDiffView({ beforeId, afterId, onEnd }: CallDiffProps): ReactNode {
  const read = useQuery(callDiff(beforeId, afterId));
  return (
    <article aria-label="Comparison" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-base font-semibold">Comparison</h2>
        <Button size="sm" className="ml-auto" onClick={onEnd}>
          End comparison
        </Button>
      </header>
      {read.isPending && <SkeletonRows count={6} />}
      {read.isError && (
        <ErrorState error={read.error} doing="compare these calls" onRetry={() => void read.refetch()} />
      )}
      {read.isSuccess && <Differences compared={read.data} />}
    </article>
  );
}

function Differences({ compared }: { readonly compared: CallDiff }): ReactNode {
  const { before, after, diff, brokenBy } = compared;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm tabular-nums">
        {callTitle(before)} ({costWords(before)}) <ArrowRight className="size-3.5 text-faint" aria-label="to" />{" "}
        {callTitle(after)} ({costWords(after)})
      </p>
      <p className={`rounded-sm px-3 py-2 text-sm foreign-text ${brokenBy === null ? "bg-good-soft" : "bg-warn-soft"}`}>
        {brokenBy === null ? (
          "Nothing in the cached part of the prompt is another."
        ) : (
          <>
            <span className="font-medium">{safeText(sentence(brokenBy.words))}</span> {safeText(sentence(brokenBy.why))}
          </>
        )}
      </p>
      <Amounts diff={diff} />
      <section aria-label="Sections">
        <h3 className="mb-1.5 text-sm font-semibold">Sections</h3>
        {diff.sections.length === 0 ? (
          <p className="text-sm text-soft">All sections are the same.</p>
        ) : (
          <div className="divide-y divide-line overflow-hidden rounded-md border border-line">
            {diff.sections.map((section) => (
              <Section key={section.name} section={section} />
            ))}
          </div>
        )}
      </section>
      <ChangeGroup title="Changed on the way only in the later call" changes={diff.changesBegun} />
      <ChangeGroup title="Changed on the way only in the earlier call" changes={diff.changesEnded} />
    </>
  );
}

function Section({ section }: { readonly section: SectionDiff }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { name, tier, change, tokensBefore, tokensAfter, hashBefore, hashAfter } = section;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touch-target flex items-center gap-2 px-3 py-1.5 text-sm hover:bg-hover">
        <FoldMark />
        <Badge tone={TONES[change]}>{change}</Badge>
        <span className="shrink-0 text-xs text-faint">Tier {tier}</span>
        <span className="min-w-0 flex-1 truncate">{safeText(name)}</span>
        <span className="shrink-0 text-xs tabular-nums">
          {shortCount(tokensBefore)} → {shortCount(tokensAfter)}
        </span>
      </summary>
      {isOpen && (
        <div className="px-3 pb-3">
          <TextDiff hashBefore={hashBefore} hashAfter={hashAfter} name={name} />
        </div>
      )}
    </details>
  );
}

const PARTS: Readonly<Record<Diff["budget"][number]["part"], string>> = {
  windowTokens: "Window",
  outputReserveTokens: "Kept for the reply",
  safetyTokens: "Margin",
  systemTokens: "System prompt",
  toolsTokens: "Tools",
  messageTokens: "Left for messages",
  messageCapChars: "Most characters of a message",
};

function Amounts({ diff }: { readonly diff: Diff }): ReactNode {
  const { model, tools, messages, budget, predictedTokens } = diff;
  const rows = [
    ...(model === undefined ? [] : [{ name: "Model", before: model.before ?? "–", after: model.after ?? "–" }]),
    ...(tools === undefined ? [] : [{ name: "Tools", ...tools.count }]),
    { name: "Messages", ...messages.count },
    { name: "Tokens of messages", ...messages.tokens },
    { name: "Predicted from the cache", ...predictedTokens },
    ...budget.map(({ part, before, after }) => ({ name: PARTS[part], before, after })),
  ];
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-1 text-sm">
      {rows.map(({ name, before, after }) => (
        <div key={name} className="contents">
          <dt className="truncate text-soft">{name}</dt>
          <dd className="text-right text-soft tabular-nums">{shown(before)}</dd>
          <dd className="text-right tabular-nums">→ {shown(after)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ChangeGroup({
  title,
  changes,
}: {
  readonly title: string;
  readonly changes: Diff["changesBegun"];
}): ReactNode {
  if (changes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      <ChangeList changes={changes} />
    </section>
  );
}

function shown(value: number | string): string {
  return typeof value === "string" ? safeText(value) : value.toLocaleString("en-US");
}
