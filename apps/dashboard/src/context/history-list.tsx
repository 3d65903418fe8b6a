import { useQuery } from "@tanstack/react-query";
import { ChevronRight, GitBranch, Pin, Scissors, Tag } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { type HistoryLine, logEntry, type Session, sessionHistory } from "../api/queries/context.ts";
import { shortCount } from "../format/numbers.ts";
import { Ago } from "../format/time.tsx";
import { EntryMenu, type EntryWish } from "../sessions/entry-menu.tsx";
import { type SessionRights, useSessionRights } from "../sessions/session-rights.ts";
import { useEntryWishes } from "../sessions/use-entry-wishes.tsx";
import { PlainText } from "../text/markdown.tsx";
import { safeText } from "../text/safe-text.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton, SkeletonRows } from "../ui/skeleton.tsx";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import { entryText } from "./entry-text.ts";
import { type EntryState, type HistoryRow, historyRows } from "./history-rows.ts";

/** A stretch of the log by sequence numbers. */
export type Stretch = { readonly from: number; readonly to: number };

type HistoryListProps = {
  readonly session: Session;
  /** What one call was made from. */
  readonly stretch: Stretch | undefined;
};

/** The log of a session with its marks. Only lines in sight are drawn; a text is read when it is opened. */
export function HistoryList({ session, stretch }: HistoryListProps): ReactNode {
  const { id: sessionId, headEntryId } = session;
  const read = useQuery(sessionHistory(sessionId));
  const rights = useSessionRights(session);
  const rows = useMemo(() => historyRows(read.data?.items ?? [], headEntryId), [read.data, headEntryId]);
  const { wish, node } = useEntryWishes(session, rows);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set());
  if (read.isPending) return <SkeletonRows count={7} />;
  if (read.isError) {
    return <ErrorState error={read.error} doing="read the history" onRetry={() => void read.refetch()} />;
  }
  if (rows.length === 0) return <EmptyState title="Nothing was written yet" />;
  const toggle = (id: string): void => setOpen((known) => toggled(known, id));
  const shown = stretch === undefined ? undefined : rows.findLast(({ line }) => line.seq <= stretch.to)?.line.id;
  const lastId = rows.findLast(({ state }) => state === "sent")?.line.id;
  return (
    <Card padding="flush">
      <VirtualRows
        label="History"
        rows={rows}
        rowKey={({ line }) => line.id}
        estimatePx={41}
        {...(shown === undefined ? {} : { shownKey: shown })}
        render={(row) => (
          <Line
            row={row}
            sessionId={sessionId}
            isOpen={open.has(row.line.id)}
            isInside={stretch !== undefined && isSentIn(row, stretch)}
            onToggle={() => toggle(row.line.id)}
            rights={rights}
            isLast={row.line.id === lastId}
            onWish={wish}
          />
        )}
      />
      {node}
    </Card>
  );
}

function toggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return known.has(id) ? new Set([...known].filter((each) => each !== id)) : new Set([...known, id]);
}

function isSentIn({ line, state, isPinned }: HistoryRow, { from, to }: Stretch): boolean {
  return state !== "mark" && state !== "left" && line.seq <= to && (line.seq >= from || isPinned);
}

const KINDS: Readonly<Record<HistoryLine["kind"], string>> = {
  "user-message": "Message",
  "assistant-message": "Reply",
  "tool-result": "Result",
  note: "Note",
  compaction: "Compaction",
  "collapse-context": "Collapse",
  "branch-summary": "Branch summary",
  pin: "Pin",
  label: "Label",
  revert: "Revert",
  leaf: "Branch chosen",
  title: "Title",
  metadata: "Metadata",
  "model-change": "Model change",
  "thinking-level": "Thinking level",
  custom: "Custom",
};

const STATE_WORDS: Readonly<Record<EntryState, string>> = {
  sent: "",
  folded: "told by a summary",
  left: "on a branch that was left",
  mark: "not shown to models",
};

type LineProps = {
  readonly row: HistoryRow;
  readonly sessionId: string;
  readonly isOpen: boolean;
  readonly isInside: boolean;
  readonly onToggle: () => void;
  readonly rights: SessionRights;
  readonly isLast: boolean;
  readonly onWish: (wish: EntryWish, row: HistoryRow) => void;
};

const Line = memo(function Line({ sessionId, isInside, rights, isLast, onWish, ...rest }: LineProps): ReactNode {
  const { line, state, branchesFrom } = rest.row;
  return (
    <div className={cx("border-b border-l-2 border-line", isInside ? "border-l-accent" : "border-l-transparent")}>
      {branchesFrom !== undefined && (
        <p className="flex items-center gap-1.5 bg-info-soft px-3 py-1 text-xs text-info">
          <GitBranch className="size-3.5" aria-hidden />
          {branchesFrom === 0 ? "A branch from the very beginning" : `A branch: it goes on from entry ${branchesFrom}`}
        </p>
      )}
      {line.kind === "compaction" && (
        <p className="flex items-center gap-1.5 bg-violet-soft px-3 py-1 text-xs text-violet">
          <Scissors className="size-3.5" aria-hidden />
          Compaction: a summary stands for {(line.tokensBefore ?? 0).toLocaleString("en-US")} tokens
        </p>
      )}
      <div className="flex items-center pr-1">
        <LineButton {...rest} />
        {rights !== "read" && (
          // Marks keep the place, so that all columns stay in line.
          <div className="flex w-9 shrink-0 justify-center pointer-coarse:w-11">
            {state !== "mark" && <EntryMenu row={rest.row} rights={rights} isLast={isLast} onWish={onWish} />}
          </div>
        )}
      </div>
      {rest.isOpen && <EntryText sessionId={sessionId} entryId={line.id} />}
    </div>
  );
});

function LineButton({ row, isOpen, onToggle }: Pick<LineProps, "row" | "isOpen" | "onToggle">): ReactNode {
  const { line, state, isPinned, label } = row;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="touch-target flex min-w-0 flex-1 items-center gap-2 px-3 py-2 text-left text-sm hover:bg-hover"
    >
      <ChevronRight className={cx("size-3.5 shrink-0 text-faint", isOpen && "rotate-90")} aria-hidden />
      <span className="w-7 shrink-0 text-right text-xs text-soft tabular-nums sm:w-9">{line.seq}</span>
      <span className="w-16 shrink-0 truncate text-xs text-soft sm:w-20">{KINDS[line.kind]}</span>
      <span className={cx("min-w-0 flex-1 truncate", state === "sent" ? "" : "text-soft italic")}>
        {line.from !== null && <bdi className="mr-1.5 text-soft">{safeText(line.from)}</bdi>}
        <bdi>{safeText(line.head)}</bdi>
      </span>
      {isPinned && <Pin role="img" aria-label="pinned" className="size-3.5 shrink-0 text-accent" />}
      {label !== undefined && (
        <span className="flex max-w-20 min-w-0 shrink-0 sm:max-w-60">
          <Badge tone="accent" icon={<Tag className="size-3" aria-hidden />}>
            <bdi>{safeText(label)}</bdi>
          </Badge>
        </span>
      )}
      {state !== "sent" && <span className="hidden shrink-0 text-xs text-soft sm:inline">{STATE_WORDS[state]}</span>}
      <span className="w-9 shrink-0 text-right text-xs text-soft tabular-nums sm:w-12">
        {line.tokens === null ? "" : shortCount(line.tokens)}
      </span>
      <Ago at={line.createdAt} className="hidden w-16 shrink-0 text-right text-xs text-soft sm:inline" />
    </button>
  );
}

function EntryText({ sessionId, entryId }: { readonly sessionId: string; readonly entryId: string }): ReactNode {
  const read = useQuery(logEntry(sessionId, entryId));
  return (
    <div className="px-3 pb-3">
      {read.isPending && <Skeleton className="h-16" />}
      {read.isError && <ErrorState error={read.error} doing="read this entry" onRetry={() => void read.refetch()} />}
      {read.isSuccess && <PlainText text={entryText(read.data.payload)} label={`Entry ${read.data.seq}`} />}
    </div>
  );
}
