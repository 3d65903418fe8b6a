import type { Lane, RunKind, RunStatus } from "@cadre/domain";
import { Fault } from "@cadre/shared";

/** A run as people see it. Costs are micro-dollars; what simulated calls would have cost stands apart. */
export type RunView = {
  readonly id: string;
  readonly agentId: string;
  readonly kind: RunKind;
  readonly scenario: string;
  readonly lane: Lane;
  readonly status: RunStatus;
  readonly priority: number;
  readonly taskId: string | null;
  readonly round: number | null;
  readonly itemId: string | null;
  readonly sessionId: string | null;
  readonly fence: number;
  readonly step: number;
  readonly losses: number;
  readonly outcome: string | null;
  readonly failure: Readonly<Record<string, unknown>> | null;
  readonly isSimulated: boolean;
  readonly modelCalls: number;
  readonly costMicros: number;
  readonly simulatedCostMicros: number;
  readonly notBefore: string | null;
  readonly queuedAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
};

export type RunViewRow = Omit<RunView, "failure" | "notBefore" | "queuedAt" | "startedAt" | "endedAt"> & {
  readonly failure: string | null;
  readonly notBefore: Date | null;
  readonly queuedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
};

/** Runs of one organization ($1) with the sums of their model calls. Add conditions on `r`. */
export const RUNS_WITH_COSTS = `
  select r.id, r.agent_id, r.kind, r.scenario, r.lane, r.status, r.priority, r.task_id, r.round, r.item_id, r.session_id, r.fence,
    r.step, r.losses, r.outcome, r.failure, r.is_simulated, r.not_before, r.queued_at, r.started_at, r.ended_at,
    costs.model_calls, costs.cost_micros, costs.simulated_cost_micros
  from runs r cross join lateral (
    select count(*)::int as model_calls, coalesce(sum(c.cost_micros), 0)::bigint as cost_micros,
      coalesce(sum(c.simulated_cost_micros), 0)::bigint as simulated_cost_micros
    from model_calls c where c.run_id = r.id
  ) costs
  where r.organization_id = $1`;

export function runOf(row: RunViewRow): RunView {
  return {
    ...row,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Record<string, unknown>),
    notBefore: instant(row.notBefore),
    queuedAt: row.queuedAt.toISOString(),
    startedAt: instant(row.startedAt),
    endedAt: instant(row.endedAt),
  };
}

export function instant(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

export function missingRun(runId: string): never {
  throw new Fault("not-found", "run.not-found", { message: `There is no run ${runId}. List the runs to find it.` });
}
