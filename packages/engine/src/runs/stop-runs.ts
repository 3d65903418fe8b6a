import type { RunStatus } from "@cadre/domain";
import type { RunWrites, Transaction } from "../transaction.ts";
import { closeCalls } from "./close-calls.ts";
import { ringLanes } from "./ring-lanes.ts";
import { emitRunEnded, emitRunQueued } from "./run-events.ts";

type Which = Parameters<RunWrites["stop"]>[0];
type How = Parameters<RunWrites["stop"]>[1];

/** A run as it was when its lock was taken. */
type LockedRun = { readonly id: string; readonly status: RunStatus };

type StoppedRun = {
  readonly id: string;
  readonly agentId: string;
  readonly lane: string;
  readonly taskId: string | null;
  readonly itemId: string | null;
};

/**
 * Stops open runs at once and for good. The fence moves, so whatever their workers still do is written nowhere (I6); the workers
 * abort after the commit. `cancelled` ends queued, running and waiting runs with their waits, approvals, calls and items. `held`
 * puts running ones back to queued and leaves the others: what a waiting run waits for may still arrive. The run that an agent
 * acts in is never stopped by its own act. Returns the ids.
 */
export async function stopRuns(tx: Transaction, which: Which, how: How): Promise<string[]> {
  const locked = await lockRuns(tx, which, how);
  if (locked.length === 0) return [];
  const runIds = locked.map((run) => run.id);
  const stopped = how.to === "held" ? await holdRuns(tx, runIds, how.reason) : await cancelRuns(tx, runIds, how.reason);
  const running = new Set(locked.filter((run) => run.status === "running").map((run) => run.id));
  if (running.size > 0) {
    tx.unit.afterCommit(() => tx.deps.doorbell.control({ runIds: [...running] }));
    await ringLanes(
      tx,
      stopped.filter((run) => running.has(run.id)),
    );
  }
  return runIds;
}

/**
 * Locks the runs against their writers, in one order for everybody. A statement of its own: what it had to wait for, such as the
 * attempt of a claim, is seen only by statements that begin after it.
 */
function lockRuns(tx: Transaction, which: Which, how: How): Promise<LockedRun[]> {
  const statuses = how.to === "held" ? "'running'" : "'queued', 'running', 'waiting'";
  const actingRun = tx.actor.kind === "agent" ? (tx.actor.runId ?? null) : null;
  return tx.unit.query<LockedRun>(
    `select id, status from runs
     where organization_id = $1 and ${subjectOf(which)} and status in (${statuses})
       and ($3::text[] is null or kind = any($3)) and id is distinct from $4
     order by id for update`,
    [tx.unit.organizationId, subjectIdOf(which), how.kinds ?? null, actingRun],
  );
}

function subjectOf(which: Which): string {
  if ("taskId" in which) return "task_id = $2";
  if ("agentId" in which) return "agent_id = $2";
  if ("runId" in which) return "id = $2";
  return "$2::text is null";
}

function subjectIdOf(which: Which): string | null {
  if ("taskId" in which) return which.taskId;
  if ("agentId" in which) return which.agentId;
  return "runId" in which ? which.runId : null;
}

async function holdRuns(tx: Transaction, runIds: readonly string[], reason: string): Promise<StoppedRun[]> {
  const held = await tx.unit.query<StoppedRun>(
    `with held as (
       update runs set status = 'queued', fence = fence + 1, worker_id = null, lane_slot = null
       where id = any($1::text[])
       returning id, agent_id, lane, task_id, item_id, step
     ), attempt as (
       update attempts a set status = 'cancelled', reason = $2, last_step = held.step, ended_at = cadre_now()
       from held where a.run_id = held.id and a.status = 'running'
     ), item as (
       update mailbox_items m set status = 'queued' from held where m.id = held.item_id and m.status = 'processing'
     )
     select id, agent_id, lane, task_id, item_id from held`,
    [runIds, reason],
  );
  for (const run of held) emitRunQueued(tx, run);
  return held;
}

async function cancelRuns(tx: Transaction, runIds: readonly string[], reason: string): Promise<StoppedRun[]> {
  const cancelled = await tx.unit.query<StoppedRun>(
    `with ended as (
       update runs set status = 'cancelled', fence = fence + 1, worker_id = null, lane_slot = null, outcome = $2,
         ended_at = cadre_now()
       where id = any($1::text[])
       returning id, agent_id, lane, task_id, item_id, step
     ), attempt as (
       update attempts a set status = 'cancelled', reason = $2, last_step = ended.step, ended_at = cadre_now()
       from ended where a.run_id = ended.id and a.status = 'running'
     ), wait as (
       update waits w set status = 'cancelled', resolved_at = cadre_now()
       from ended where w.run_id = ended.id and w.status = 'open'
     )
     select id, agent_id, lane, task_id, item_id from ended`,
    [runIds, reason],
  );
  await cancelApprovals(tx, runIds, reason);
  await closeCalls(tx, runIds, reason);
  for (const run of cancelled) {
    if (run.itemId !== null) await tx.mailbox.end(run.itemId, "dropped", reason);
    emitRunEnded(tx, run, { status: "cancelled", reason });
  }
  return cancelled;
}

async function cancelApprovals(tx: Transaction, runIds: readonly string[], reason: string): Promise<void> {
  const cancelled = await tx.unit.query<{ id: string; kind: string; taskId: string | null }>(
    `update approvals set status = 'cancelled', comment = $2, decided_at = cadre_now()
     where run_id = any($1::text[]) and status = 'pending' returning id, kind, task_id`,
    [runIds, reason],
  );
  for (const { id, kind, taskId } of cancelled) {
    tx.unit.emit({
      type: "approval.cancelled",
      entity: { kind: "approval", id },
      payload: { kind, taskId: taskId ?? undefined, reason },
      actor: tx.actor,
    });
  }
}
