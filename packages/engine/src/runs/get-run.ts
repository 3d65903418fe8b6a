import type { Actor, AttemptStatus, CallStatus, WaitKind, WaitStatus } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { MODEL_CALL_COLUMNS, modelCallOf, type ModelCallRow, type ModelCallView } from "../model-call-row.ts";
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
  readonly createdAt: string;
  readonly startedAt: string | null;
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

/** A run with everything that happened in it, each list oldest first. */
export type RunDetail = RunView & {
  readonly attempts: readonly AttemptView[];
  readonly toolCalls: readonly ToolCallView[];
  readonly calls: readonly ModelCallView[];
  readonly waits: readonly WaitView[];
};

type Deps = Pick<EngineDeps, "database">;

/** A run with its attempts, its journal, its model calls and its waits. Fault: `run.not-found`. */
export async function getRun(deps: Deps, actor: Actor, input: { readonly runId: string }): Promise<RunDetail> {
  const [row] = await deps.database.query<RunViewRow>(`${RUNS_WITH_COSTS} and r.id = $2`, [
    actor.organizationId,
    input.runId,
  ]);
  if (row === undefined) missingRun(input.runId);
  const [attempts, toolCalls, calls, waits] = await Promise.all([
    readAttempts(deps, row.id),
    readToolCalls(deps, row.id),
    readModelCalls(deps, row.id),
    readWaits(deps, row.id),
  ]);
  return { ...runOf(row), attempts, toolCalls, calls, waits };
}

/** Fault `run.not-found` unless the run is one of the organization. */
export async function requireRun(deps: Deps, actor: Actor, input: { readonly runId: string }): Promise<void> {
  const found = await deps.database.query("select 1 from runs where id = $1 and organization_id = $2", [
    input.runId,
    actor.organizationId,
  ]);
  if (found.length === 0) missingRun(input.runId);
}

async function readAttempts({ database }: Deps, runId: string): Promise<AttemptView[]> {
  const rows = await database.query<Omit<AttemptView, "startedAt" | "endedAt"> & Span>(
    `select fence, worker_id, status, reason, first_step, last_step, started_at, ended_at
     from attempts where run_id = $1 order by fence`,
    [runId],
  );
  return rows.map((row) => ({ ...row, ...spanOf(row) }));
}

async function readToolCalls({ database }: Deps, runId: string): Promise<ToolCallView[]> {
  type Row = Omit<ToolCallView, "args" | "createdAt" | "startedAt" | "endedAt"> & {
    args: string;
    createdAt: Date;
    startedAt: Date | null;
    endedAt: Date | null;
  };
  const rows = await database.query<Row>(
    `select entry_id, call_id, step, position, name, args, effect, status, starts, outcome, result_entry_id, created_at, started_at,
       ended_at
     from tool_calls where run_id = $1 order by step, position, created_at`,
    [runId],
  );
  return rows.map((row) => ({
    ...row,
    args: JSON.parse(row.args) as Record<string, unknown>,
    createdAt: row.createdAt.toISOString(),
    startedAt: instant(row.startedAt),
    endedAt: instant(row.endedAt),
  }));
}

async function readModelCalls({ database }: Deps, runId: string): Promise<ModelCallView[]> {
  const rows = await database.query<ModelCallRow>(
    `select ${MODEL_CALL_COLUMNS} from model_calls c where c.run_id = $1 order by c.started_at, c.id`,
    [runId],
  );
  return rows.map(modelCallOf);
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

type Span = { readonly startedAt: Date; readonly endedAt: Date | null };

function spanOf({ startedAt, endedAt }: Span): { startedAt: string; endedAt: string | null } {
  return { startedAt: startedAt.toISOString(), endedAt: instant(endedAt) };
}
