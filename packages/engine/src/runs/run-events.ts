import type { RunStatus } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";

type EventRun = { readonly id: string; readonly agentId: string; readonly taskId: string | null };

/** Tells readers that a run which waited, or was put back, may be claimed again. */
export function emitRunQueued(tx: Transaction, run: EventRun): void {
  emitRun(tx, run, { type: "run.queued", facts: {} });
}

/** Tells readers that a run has come to its end. */
export function emitRunEnded(
  tx: Transaction,
  run: EventRun,
  end: { readonly status: RunStatus; readonly reason: string | null },
): void {
  emitRun(tx, run, { type: "run.ended", facts: { status: end.status, reason: end.reason } });
}

/** Tells readers that a run gave its slot back and waits for something. */
export function emitRunParked(tx: Transaction, run: EventRun, waitingFor: readonly string[]): void {
  emitRun(tx, run, { type: "run.parked", facts: { waitingFor } });
}

function emitRun(
  tx: Transaction,
  run: EventRun,
  event: { readonly type: string; readonly facts: Readonly<Record<string, unknown>> },
): void {
  tx.unit.emit({
    type: event.type,
    entity: { kind: "run", id: run.id },
    payload: { agentId: run.agentId, taskId: run.taskId ?? undefined, ...event.facts },
    actor: tx.actor,
  });
}
