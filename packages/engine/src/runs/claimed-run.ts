import type { Lane, RunKind } from "@cadre/domain";
import type { ClaimRef } from "../claim.ts";

/** One claim of a run, with everything its executor needs to begin. Facts are as of the claim. */
export type ClaimedRun = ClaimRef & {
  readonly workerId: string;
  readonly kind: RunKind;
  readonly scenario: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly taskId: string | undefined;
  readonly round: number | undefined;
  readonly itemId: string | undefined;
  readonly sessionId: string | undefined;
  /** The last step whose reply is in the log; 0 before the first. */
  readonly step: number;
  readonly losses: number;
  /** How often in a row a worker was lost at this very step. */
  readonly lossesAtStep: number;
  readonly isSimulated: boolean;
};

/** A row of `runs` as the claim returns it. */
export type ClaimedRow = {
  readonly id: string;
  readonly organizationId: string;
  readonly agentId: string;
  readonly workerId: string;
  readonly kind: RunKind;
  readonly scenario: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly fence: number;
  readonly taskId: string | null;
  readonly round: number | null;
  readonly itemId: string | null;
  readonly sessionId: string | null;
  readonly step: number;
  readonly losses: number;
  readonly lossStep: number | null;
  readonly lossesAtStep: number;
  readonly isSimulated: boolean;
};

export function claimedRun(row: ClaimedRow): ClaimedRun {
  return {
    runId: row.id,
    fence: row.fence,
    organizationId: row.organizationId,
    agentId: row.agentId,
    workerId: row.workerId,
    kind: row.kind,
    scenario: row.scenario,
    lane: row.lane,
    priority: row.priority,
    taskId: row.taskId ?? undefined,
    round: row.round ?? undefined,
    itemId: row.itemId ?? undefined,
    sessionId: row.sessionId ?? undefined,
    step: row.step,
    losses: row.losses,
    lossesAtStep: row.lossStep === row.step ? row.lossesAtStep : 0,
    isSimulated: row.isSimulated,
  };
}
