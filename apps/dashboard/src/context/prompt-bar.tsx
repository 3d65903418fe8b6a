import type { ReactNode } from "react";
import { shortCount } from "../format/numbers.ts";
import { cx } from "../ui/class-names.ts";
import { GROUP_WORDS, type GroupSum, type PartGroup } from "./prompt-parts.ts";

const COLOURS: Readonly<Record<PartGroup, string>> = {
  tools: "bg-info",
  tier1: "bg-accent",
  tier2: "bg-violet",
  history: "bg-good",
  tier3: "bg-warn",
};

/** A whole prompt as one bar, front to back; what came from the cache is hatched. */
export function PromptBar({ sums, label }: { readonly sums: readonly GroupSum[]; readonly label: string }): ReactNode {
  const all = sums.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <figure className="flex flex-col gap-2">
      <div
        role="img"
        aria-label={`${label}: ${wordsOf(sums)}`}
        className="flex h-5 gap-px overflow-hidden rounded-sm bg-line"
      >
        {sums.map(({ group, tokens, cachedTokens }) => (
          <div key={group} className={cx("relative min-w-px", COLOURS[group])} style={{ width: percent(tokens, all) }}>
            <div className="cached-part absolute inset-y-0 left-0" style={{ width: percent(cachedTokens, tokens) }} />
          </div>
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft tabular-nums">
        {sums.map(({ group, tokens, cachedTokens }) => (
          <span key={group} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cx("size-2.5 rounded-xs", COLOURS[group])} />
            {GROUP_WORDS[group]} {shortCount(tokens)}
            {cachedTokens > 0 && <span className="text-faint">({shortCount(cachedTokens)} cached)</span>}
          </span>
        ))}
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="cached-part size-2.5 rounded-xs bg-faint" />
          from the cache
        </span>
      </figcaption>
    </figure>
  );
}

/** A share as a thin bar. */
export function ShareBar({ share, group }: { readonly share: number; readonly group?: PartGroup }): ReactNode {
  return (
    <span aria-hidden className="inline-block h-1.5 w-full overflow-hidden rounded-full bg-pressed align-middle">
      <span
        className={cx("block h-full", group === undefined ? "bg-good" : COLOURS[group])}
        style={{ width: percent(share, 1) }}
      />
    </span>
  );
}

function percent(part: number, whole: number): string {
  return whole <= 0 ? "0%" : `${Math.min(100, (100 * part) / whole).toFixed(2)}%`;
}

function wordsOf(sums: readonly GroupSum[]): string {
  return sums
    .map(({ group, tokens, cachedTokens }) => {
      const cached = cachedTokens > 0 ? `, ${cachedTokens} of them from the cache` : "";
      return `${GROUP_WORDS[group]} ${tokens} tokens${cached}`;
    })
    .join("; ");
}
