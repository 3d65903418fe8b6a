import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { promptText } from "../api/queries/context.ts";
import { counted } from "../format/numbers.ts";
import { beginning, safeText } from "../text/safe-text.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { changedLines } from "./changed-lines.ts";

const MOST_CHARS = 100_000;

type TextDiffProps = {
  readonly name: string;
  readonly hashBefore: string | undefined;
  readonly hashAfter: string | undefined;
};

/** Two texts of one section: the lines that only one of them has. */
export function TextDiff({ name, hashBefore, hashAfter }: TextDiffProps): ReactNode {
  const before = useQuery({ ...promptText(hashBefore ?? ""), enabled: hashBefore !== undefined });
  const after = useQuery({ ...promptText(hashAfter ?? ""), enabled: hashAfter !== undefined });
  const error = before.error ?? after.error;
  const old = hashBefore === undefined ? "" : before.data?.text;
  const now = hashAfter === undefined ? "" : after.data?.text;
  if (error !== null) return <ErrorState error={error} doing="read these texts" />;
  if (old === undefined || now === undefined) return <Skeleton className="h-16" />;
  return <Lines name={name} before={old} after={now} />;
}

type LinesProps = { readonly name: string; readonly before: string; readonly after: string };

function Lines({ name, before, after }: LinesProps): ReactNode {
  const { sameBefore, removed, added, sameAfter } = useMemo(
    () => changedLines(cut(before), cut(after)),
    [before, after],
  );
  return (
    <div
      role="region"
      aria-label={`Difference of ${safeText(name)}`}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md bg-hover p-3 font-mono text-xs"
    >
      {sameBefore > 0 && <Same count={sameBefore} />}
      {removed.map((line, at) => (
        <p key={`- ${at}`} className="bg-bad-soft whitespace-pre-wrap foreign-text">
          <span className="text-bad">− </span>
          {line}
        </p>
      ))}
      {added.map((line, at) => (
        <p key={`+ ${at}`} className="bg-good-soft whitespace-pre-wrap foreign-text">
          <span className="text-good">+ </span>
          {line}
        </p>
      ))}
      {sameAfter > 0 && <Same count={sameAfter} />}
    </div>
  );
}

function Same({ count }: { readonly count: number }): ReactNode {
  return <p className="text-soft">{counted(count, "equal line")}</p>;
}

function cut(text: string): string {
  return beginning(safeText(text), MOST_CHARS).text;
}
