import type { Actor, AttemptStatus, WaitKind, WaitStatus } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import type { ModelCallView } from "../model-call-row.ts";
import { newestModelCalls, newestToolCalls, type Span, spanOf, type ToolCallView } from "./run-calls.ts";
import { instant, missingRun, RUNS_WITH_COSTS, runOf, type RunView, type RunViewRow } from "./run-view.ts";

export type AttemptView = {
  readonly fence: number;
  readonly workerId: string;
  readonly status: AttemptStatus;
  readonly reason: string | null;
  readonly firstStep: number;
  readonly lastStep: number | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
};

export type WaitView = {
  readonly id: string;
  readonly kind: WaitKind;
  readonly reference: string | null;
  readonly status: WaitStatus;
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
};

/** A run with what happened in it, each list oldest first; of its calls only the newest. */
export type RunDetail = RunView & {
  /** Of all its model calls. */
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
  readonly toolCallCount: number;
  /** Where its entries stand in the log of its session; null before it wrote anything. */
  readonly log: { readonly firstSeq: number; readonly lastSeq: number } | null;
  readonly attempts: readonly AttemptView[];
  readonly toolCalls: readonly ToolCallView[];
  readonly calls: readonly ModelCallView[];
  readonly waits: readonly WaitView[];
};

type Deps = Pick<EngineDeps, "database">;

/** A run with its attempts, its newest tool and model calls, and its waits. Fault: `run.not-found`. */
export async function getRun(deps: Deps, actor: Actor, input: { readonly runId: string }): Promise<RunDetail> {
  const [row] = await deps.database.query<RunViewRow>(`${RUNS_WITH_COSTS} and r.id = $2`, [
    actor.organizationId,
    input.runId,
  ]);
  if (row === undefined) missingRun(input.runId);
  const [sums, log, attempts, toolCalls, calls, waits] = await Promise.all([
    readSums(deps, row.id),
    readLogExtent(deps, row),
    readAttempts(deps, row.id),
    newestToolCalls(deps, row.id),
    newestModelCalls(deps, row.id),
    readWaits(deps, row.id),
  ]);
  return { ...runOf(row), ...sums, log, attempts, toolCalls, calls, waits };
}

/** Fault `run.not-found` unless the run is one of the organization. */
export async function requireRun(deps: Deps, actor: Actor, input: { readonly runId: string }): Promise<void> {
  const found = await deps.database.query("select 1 from runs where id = $1 and organization_id = $2", [
    input.runId,
    actor.organizationId,
  ]);
  if (found.length === 0) missingRun(input.runId);
}

async function readSums({ database }: Deps, runId: string): Promise<Pick<RunDetail, "tokens" | "toolCallCount">> {
  const [row] = await database.query<{ input: number; cached: number; output: number; toolCalls: number }>(
    `select coalesce(sum(input_tokens + cache_read_tokens + cache_write_tokens + cache_write_hour_tokens), 0)::bigint as input,
       coalesce(sum(cache_read_tokens), 0)::bigint as cached, coalesce(sum(output_tokens), 0)::bigint as output,
       (select count(*)::int from tool_calls where run_id = $1) as tool_calls
     from model_calls where run_id = $1`,
    [runId],
  );
  const { input = 0, cached = 0, output = 0, toolCalls = 0 } = row ?? {};
  return { tokens: { input, cached, output }, toolCallCount: toolCalls };
}

async function readLogExtent({ database }: Deps, row: RunViewRow): Promise<RunDetail["log"]> {
  if (row.sessionId === null) return null;
  const [extent] = await database.query<{ firstSeq: number | null; lastSeq: number | null }>(
    `select (select seq from session_entries where session_id = $1 and run_id = $2 order by seq limit 1) as first_seq,
       (select seq from session_entries where session_id = $1 and run_id = $2 order by seq desc limit 1) as last_seq`,
    [row.sessionId, row.id],
  );
  const { firstSeq = null, lastSeq = null } = extent ?? {};
  return firstSeq === null || lastSeq === null ? null : { firstSeq, lastSeq };
}

async function readAttempts({ database }: Deps, runId: string): Promise<AttemptView[]> {
  const rows = await database.query<Omit<AttemptView, "startedAt" | "endedAt"> & Span>(
    `select fence, worker_id, status, reason, first_step, last_step, started_at, ended_at
     from attempts where run_id = $1 order by fence`,
    [runId],
  );
  return rows.map((row) => ({ ...row, ...spanOf(row) }));
}

async function readWaits({ database }: Deps, runId: string): Promise<WaitView[]> {
  type Row = Omit<WaitView, "dueAt" | "createdAt" | "resolvedAt"> & {
    dueAt: Date | null;
    createdAt: Date;
    resolvedAt: Date | null;
  };
  const rows = await database.query<Row>(
    `select id, kind, reference, status, due_at, created_at, resolved_at from waits where run_id = $1 order by created_at, id`,
    [runId],
  );
  return rows.map((row) => ({
    ...row,
    dueAt: instant(row.dueAt),
    createdAt: row.createdAt.toISOString(),
    resolvedAt: instant(row.resolvedAt),
  }));
}
