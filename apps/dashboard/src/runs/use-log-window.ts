import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { LOG_PAGE, type LogEntry, runLogPage } from "../api/queries/run-log.ts";
import type { RunDetail } from "../api/queries/work.ts";
import { type LogRow, logRows } from "./log-rows.ts";
import { pagesAround, type Reach } from "./log-pages.ts";

/** What stands at a place of the log: `later` while it is read, `nothing` when people are shown nothing of it. */
export type LogPlace = LogRow | "nothing" | "later";

export type LogWindow = {
  readonly rowAt: (index: number) => LogPlace;
  readonly error: Error | null;
  readonly retry: () => void;
};

type PageState = {
  readonly data: LogEntry[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

/** The part of a run's log that is looked at: its pages are read when they come near, and forgotten when they are far. */
export function useLogWindow(run: RunDetail, reach: Reach): LogWindow {
  const firstSeq = run.log?.firstSeq ?? 0;
  const pages = pagesAround(reach, placesOf(run), LOG_PAGE);
  const combine = useCallback(
    (states: PageState[]) => ({
      loaded: states.map(({ data }) => data),
      error: states.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { error, refetch } of states) if (error !== null) void refetch();
      },
    }),
    [],
  );
  const { loaded, error, retry } = useQueries({
    queries: pages.map((page) => runLogPage(run.id, firstSeq - 1 + page * LOG_PAGE)),
    combine,
  });
  const known = useRef<ReadonlyMap<number, LogRow>>(new Map());
  const rows = useMemo(() => {
    const read = logRows(loaded.flatMap((entries) => entries ?? []));
    known.current = new Map(read.map((row) => [row.seq, asBefore(known.current.get(row.seq), row)]));
    return known.current;
  }, [loaded]);
  const firstPage = pages[0] ?? 0;
  const rowAt = (index: number): LogPlace => {
    const row = rows.get(firstSeq + index);
    const isRead = loaded[Math.floor(index / LOG_PAGE) - firstPage] !== undefined;
    return row ?? (isRead ? "nothing" : "later");
  };
  return { rowAt, error, retry };
}

/** How many places of the session's log a run takes. */
export function placesOf({ log }: RunDetail): number {
  return log === null ? 0 : log.lastSeq - log.firstSeq + 1;
}

/** The very line that was drawn before when nothing came to it: entries never change, results come to their replies. */
function asBefore(before: LogRow | undefined, now: LogRow): LogRow {
  if (before === undefined || before.kind !== now.kind) return now;
  const isSame = before.kind !== "reply" || now.kind !== "reply" || before.results.size === now.results.size;
  return isSame ? before : now;
}
