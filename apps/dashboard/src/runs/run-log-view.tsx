import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { runLog } from "../api/queries/run-log.ts";
import type { RunDetail } from "../api/queries/work.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useItemKeys } from "../ui/use-item-keys.ts";
import { LiveReply } from "./live-reply.tsx";
import { LogRowView } from "./log-row-view.tsx";
import { type LogRow, logRows } from "./log-rows.ts";
import type { LiveText } from "./live-pieces.ts";
import { isOpenRun } from "./run-words.ts";
import { useLiveText } from "./use-live-text.ts";

const NEAR_END_PX = 120;
const ESTIMATED_PX = 90;

type RunLogProps = { readonly run: RunDetail; readonly className?: string };

/** What a run wrote, and what it is writing now. Only lines in sight are drawn; at its end it follows what comes. */
export function RunLogView({ run, className = "max-h-[70vh]" }: RunLogProps): ReactNode {
  const log = useQuery(runLog(run.id));
  const rows = useMemo(() => logRows(log.data?.entries ?? []), [log.data]);
  const isOpen = isOpenRun(run.status);
  const live = useLiveText(run.id, isOpen ? "open" : "over", log.data?.entries.at(-1)?.step ?? 0);
  if (log.isPending) return <SkeletonRows count={4} />;
  if (log.isError) {
    return <ErrorState error={log.error} doing="read what this run wrote" onRetry={() => void log.refetch()} />;
  }
  if (rows.length === 0 && live === undefined) {
    return <EmptyState title={isOpen ? "It is about to begin" : "This run wrote nothing"} />;
  }
  return <Lines run={run} rows={rows} live={live} className={className} />;
}

type LinesProps = RunLogProps & { readonly rows: readonly LogRow[]; readonly live: LiveText | undefined };

function Lines({ run, rows, live, className = "" }: LinesProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(isOpenRun(run.status));
  const getItemKey = useItemKeys(rows, ({ id }) => id);
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_PX,
    getItemKey,
    overscan: 6,
  });
  const size = lines.getTotalSize();
  useEffect(() => {
    const element = scroller.current;
    if (isFollowing.current && element !== null) element.scrollTop = element.scrollHeight;
  }, [size, live]);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label="What the run wrote"
      aria-live="off"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
      className={`overflow-y-auto overscroll-contain ${className}`}
    >
      <div className="relative" style={{ height: size }}>
        {lines.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={lines.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <LogRowView row={row} calls={run.toolCalls} />
            </div>
          );
        })}
      </div>
      {live !== undefined && <LiveReply live={live} />}
    </div>
  );
}
