import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { promptText } from "../api/queries/context.ts";
import { percent, shortCount } from "../format/numbers.ts";
import { PlainText } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ShareBar } from "./prompt-bar.tsx";
import { GROUP_WORDS, type PromptPart } from "./prompt-parts.ts";

type PartListProps = {
  readonly parts: readonly PromptPart[];
  /** Texts that are known already; others are asked for when they are opened. */
  readonly texts?: ReadonlyMap<string, string>;
  /** What is said of the history, which is the log. */
  readonly history: ReactNode;
};

/** Each section of a prompt with its size, how much came from the cache, and its text when it is opened. */
export function PartList({ parts, texts, history }: PartListProps): ReactNode {
  const most = Math.max(1, ...parts.map(({ tokens }) => tokens));
  return (
    <div className="@container divide-y divide-line overflow-hidden rounded-md border border-line">
      {parts.map((part) => (
        <Part key={`${part.group} ${part.id}`} part={part} most={most} texts={texts} history={history} />
      ))}
    </div>
  );
}

type PartProps = Omit<PartListProps, "parts" | "texts"> & {
  readonly part: PromptPart;
  readonly most: number;
  readonly texts: PartListProps["texts"];
};

function Part({ part, most, texts, history }: PartProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { name, group, tokens, cachedTokens, hash, source } = part;
  const share = tokens === 0 ? 0 : cachedTokens / tokens;
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="touch-target flex items-center gap-2 px-3 py-1.5 text-sm hover:bg-hover">
        <ChevronRight className="size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90" aria-hidden />
        <span className="w-14 shrink-0 text-xs text-faint">{GROUP_WORDS[group]}</span>
        <span className="min-w-0 flex-1 truncate">
          <bdi>{safeText(name)}</bdi>
        </span>
        <span className="hidden w-24 shrink-0 @md:block">
          <ShareBar share={tokens / most} group={group} />
        </span>
        <span className="w-12 shrink-0 text-right text-xs tabular-nums">{shortCount(tokens)}</span>
        <span className="w-24 shrink-0 text-right text-xs whitespace-nowrap text-faint tabular-nums">
          {share < 0.005 ? "not cached" : `${percent(share)} cached`}
        </span>
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 px-3 pb-3">
          <p className="text-xs text-faint foreign-text">From {safeText(source)}.</p>
          {hash === undefined ? history : <Text hash={hash} name={name} known={texts?.get(hash)} />}
        </div>
      )}
    </details>
  );
}

function Text({
  hash,
  name,
  known,
}: {
  readonly hash: string;
  readonly name: string;
  readonly known: string | undefined;
}): ReactNode {
  const read = useQuery({ ...promptText(hash), enabled: known === undefined });
  if (known !== undefined) return <PlainText text={known} label={safeText(name)} />;
  if (read.isPending) return <Skeleton className="h-16" />;
  if (read.isError) return <ErrorState error={read.error} doing="read this text" onRetry={() => void read.refetch()} />;
  return <PlainText text={read.data.text} label={safeText(name)} />;
}
