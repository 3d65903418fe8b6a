import type { CallStatus } from "@cadre/domain";
import { RUN_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { MODEL_CALL_COLUMNS, modelCallOf, type ModelCallRow, type ModelCallView } from "../model-call-row.ts";
import { numberAt, type Page, type PageRequest, pageSize } from "../page.ts";
import { instant } from "./run-view.ts";

export type ToolCallView = {
  readonly entryId: string;
  readonly callId: string;
  readonly step: number;
  readonly position: number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly effect: "read" | "write" | "external";
  readonly status: CallStatus;
  readonly starts: number;
  readonly outcome: string | null;
  readonly resultEntryId: string | null;
  /** Where its result stands in the log. */
  readonly resultSeq: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
};

type Deps = Pick<EngineDeps, "database">;

/** Calls only ever come to the end of their list, so how many were shown is a place in it. */
type Place = { readonly size: number; readonly after: number };

/** The tool calls of a run, oldest first. */
export async function pageOfToolCalls(deps: Deps, runId: string, request: PageRequest): Promise<Page<ToolCallView>> {
  const place = placeOf(request);
  const rows = await readToolCalls(deps, runId, "oldestFirst", place);
  return pageAt(rows, place);
}

const NEWEST: Place = { size: RUN_LIMITS.newestCallsShown - 1, after: 0 };

/** The newest tool calls of a run, oldest first. */
export async function newestToolCalls(deps: Deps, runId: string): Promise<ToolCallView[]> {
  return (await readToolCalls(deps, runId, "newestFirst", NEWEST)).toReversed();
}

/** The newest model calls of a run, oldest first. */
export async function newestModelCalls({ database }: Deps, runId: string): Promise<ModelCallView[]> {
  const rows = await database.query<ModelCallRow>(
    `select ${MODEL_CALL_COLUMNS} from model_calls c where c.run_id = $1 order by c.started_at desc, c.id desc limit $2`,
    [runId, RUN_LIMITS.newestCallsShown],
  );
  return rows.toReversed().map(modelCallOf);
}

function placeOf(request: PageRequest): Place {
  return { size: pageSize(request), after: numberAt(request.cursor) };
}

function pageAt<Item>(rows: readonly Item[], { size, after }: Place): Page<Item> {
  return { data: rows.slice(0, size), nextCursor: rows.length > size ? String(after + size) : null };
}

const ORDERS = {
  oldestFirst: "c.step, c.position, c.created_at",
  newestFirst: "c.step desc, c.position desc, c.created_at desc",
} as const;
type Order = keyof typeof ORDERS;

type ToolCallRow = Omit<ToolCallView, "args" | "createdAt" | "startedAt" | "endedAt"> & {
  args: string;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
};

// oxlint-disable-next-line max-params -- reads one way for two orders
async function readToolCalls({ database }: Deps, runId: string, order: Order, place: Place): Promise<ToolCallView[]> {
  const rows = await database.query<ToolCallRow>(
    `select c.entry_id, c.call_id, c.step, c.position, c.name, c.args, c.effect, c.status, c.starts, c.outcome, c.result_entry_id,
       e.seq as result_seq, c.created_at, c.started_at, c.ended_at
     from tool_calls c left join session_entries e on e.id = c.result_entry_id where c.run_id = $1
     order by ${ORDERS[order]} limit $2 offset $3`,
    [runId, place.size + 1, place.after],
  );
  return rows.map((row) => ({
    ...row,
    args: JSON.parse(row.args) as Record<string, unknown>,
    createdAt: row.createdAt.toISOString(),
    startedAt: instant(row.startedAt),
    endedAt: instant(row.endedAt),
  }));
}

export type Span = { readonly startedAt: Date; readonly endedAt: Date | null };

export function spanOf({ startedAt, endedAt }: Span): { startedAt: string; endedAt: string | null } {
  return { startedAt: startedAt.toISOString(), endedAt: instant(endedAt) };
}
