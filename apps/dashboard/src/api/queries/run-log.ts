import { queryOptions } from "@tanstack/react-query";
import { call } from "../call.ts";
import type { ItemOf } from "../endpoint-types.ts";
import { queryClient } from "../query-client.ts";

export type LogEntry = ItemOf<"GET /runs/:runId/entries">;

/** What a run wrote so far. `tail` is the cursor of its last page: reading on begins there. */
export type RunLog = {
  readonly entries: readonly LogEntry[];
  readonly tail: string | undefined;
  readonly tailStart: number;
};

const EMPTY: RunLog = { entries: [], tail: undefined, tailStart: 0 };
const PAGE = 200;

/** The log of a run. Asking again reads on from the last page, since entries are only ever added. */
export function runLog(runId: string) {
  const queryKey = ["runs", "log", runId];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => readOn(runId, queryClient.getQueryData<RunLog>(queryKey) ?? EMPTY, signal),
    structuralSharing: false,
  });
}

async function readOn(runId: string, known: RunLog, signal: AbortSignal): Promise<RunLog> {
  const entries = known.entries.slice(0, known.tailStart);
  for (let { tail } = known; ;) {
    const query = { limit: PAGE, ...(tail === undefined ? {} : { cursor: tail }) };
    const page = await call("GET /runs/:runId/entries", { params: { runId }, query }, signal);
    const tailStart = entries.length;
    entries.push(...page.data);
    if (page.nextCursor === null) return { entries, tail, tailStart };
    tail = page.nextCursor;
  }
}
