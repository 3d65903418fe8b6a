import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { RunDetail } from "../api/queries/work.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { LiveReply } from "./live-reply.tsx";
import type { LiveText } from "./live-pieces.ts";
import { type CallLookup, callLookup, LogRowView } from "./log-row-view.tsx";
import { isOpenRun } from "./run-words.ts";
import { useLiveText } from "./use-live-text.ts";
import { type LogPlace, placesOf, useLogWindow } from "./use-log-window.ts";

const NEAR_END_PX = 120;
/** Between a reply and a result, which takes no place of its own. */
const ESTIMATED_PX = 48;

type RunLogProps = { readonly run: RunDetail; readonly className?: string };

/** What a run wrote, and what it is writing now. Only what is in sight is read and drawn; at its end it follows what comes. */
export function RunLogView({ run, className = "max-h-[70vh]" }: RunLogProps): ReactNode {
  const isOpen = isOpenRun(run.status);
  const live = useLiveText(run.id, isOpen ? "open" : "over", run.step);
  if (run.log === null && live === undefined) {
    return <EmptyState title={isOpen ? "It is about to begin" : "This run wrote nothing"} />;
  }
  return <Lines run={run} live={live} className={className} />;
}

type LinesProps = RunLogProps & { readonly live: LiveText | undefined };

function Lines({ run, live, className = "" }: LinesProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(isOpenRun(run.status));
  const firstSeq = run.log?.firstSeq ?? 0;
  const lines = useVirtualizer({
    count: placesOf(run),
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: useCallback((index: number) => firstSeq + index, [firstSeq]),
    overscan: 6,
    // Drawing may be cut into slices: no step of scrolling waits for it.
    useFlushSync: false,
  });
  const items = lines.getVirtualItems();
  const window = useLogWindow(run, { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 });
  const calls = useMemo(() => callLookup(run.toolCalls), [run.toolCalls]);
  const size = lines.getTotalSize();
  useEffect(() => {
    const element = scroller.current;
    if (isFollowing.current && element !== null) element.scrollTop = element.scrollHeight;
  }, [size, live]);
  return (
    <>
      {window.error !== null && (
        <ErrorState error={window.error} doing="read what this run wrote" onRetry={window.retry} />
      )}
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
          {items.map(({ index, key, start, size: height }) => (
            <div
              key={key}
              ref={lines.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line row={window.rowAt(index)} calls={calls} heightPx={height} />
            </div>
          ))}
        </div>
        {live !== undefined && <LiveReply live={live} />}
      </div>
    </>
  );
}

type LineProps = { readonly row: LogPlace; readonly calls: CallLookup; readonly heightPx: number };

/** Keeps its place at once and draws what stands there when the page has time: a long text never holds the scrolling up. */
function Line({ row, calls, heightPx }: LineProps): ReactNode {
  const shown = useDeferredValue<LogPlace>(row, "later");
  if (shown === "nothing") return null;
  if (shown !== "later") return <LogRowView row={shown} calls={calls} />;
  return (
    <div aria-hidden className="px-4 py-3" style={{ height: heightPx }}>
      {heightPx > 0 && <Skeleton className="h-3 w-2/3" />}
    </div>
  );
}
