import type { ReactNode } from "react";
import type { ToldReceipt } from "../api/queries/context.ts";
import { safeText } from "../text/safe-text.ts";
import { Badge, type Tone } from "../ui/badge.tsx";

type Change = ToldReceipt["changes"][number];

const TONES: Readonly<Record<Change["kind"], Tone>> = {
  virtualised: "info",
  capped: "info",
  compacted: "violet",
  trimmed: "warn",
  repaired: "warn",
  unpinned: "warn",
  due: "neutral",
};

/** What was not sent as it stands in the log, each with its reason. */
export function Changes({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  return (
    <section aria-label="Changes">
      <h3 className="mb-1.5 text-sm font-semibold">What was changed on the way</h3>
      {changes.length === 0 ? (
        <p className="text-sm text-soft">Nothing: every entry went in as it stands in the log.</p>
      ) : (
        <ChangeList changes={changes} />
      )}
    </section>
  );
}

export function ChangeList({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {changes.map(({ kind, subject, why }) => (
        <li key={`${kind} ${subject} ${why}`} className="flex flex-wrap items-baseline gap-x-2">
          <Badge tone={TONES[kind]}>{kind}</Badge>
          <span className="max-w-full truncate font-mono text-xs text-soft">
            <bdi>{safeText(subject)}</bdi>
          </span>
          <span className="min-w-0 text-soft foreign-text">{safeText(why)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The window's arithmetic. */
export function Arithmetic({ told }: { readonly told: ToldReceipt }): ReactNode {
  const { messages } = told.receipt;
  return (
    <section aria-label="Budget">
      <h3 className="mb-1.5 text-sm font-semibold">Budget</h3>
      <p className="text-sm text-soft tabular-nums foreign-text">{safeText(told.budgetWords)}</p>
      <p className="text-sm text-soft tabular-nums">
        {messages.count} messages took {messages.tokens.toLocaleString("en-US")} of{" "}
        {messages.limitTokens.toLocaleString("en-US")}.
      </p>
    </section>
  );
}
