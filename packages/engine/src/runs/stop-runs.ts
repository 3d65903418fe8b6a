import type { RunStatus } from "@cadre/domain";
import type { RunWrites, Transaction } from "../transaction.ts";
import { closeCalls } from "./close-calls.ts";
import { ringLanes } from "./ring-lanes.ts";
import { emitRunEnded, emitRunQueued } from "./run-events.ts";

type Which = Parameters<RunWrites["stop"]>[0];
type How = Parameters<RunWrites["stop"]>[1];

type StoppedRun = {
  readonly id: string;
  readonly agentId: string;
  readonly lane: string;
  readonly taskId: string | null;
  readonly itemId: string | null;
  readonly before: RunStatus;
};

/**
 * Stops open runs at once and for good. The fence moves, so whatever their workers still do is written nowhere (I6); the workers
 * abort after the commit. `cancelled` ends queued, running and waiting runs with their waits, approvals, calls and items. `held`
 * puts running ones back to queued and leaves the others: what a waiting run waits for may still arrive. The run that an agent
 * acts in is never stopped by its own act. Returns the ids.
 */
export async function stopRuns(tx: Transaction, which: Which, how: How): Promise<string[]> {
  const stopped = how.to === "held" ? await holdRuns(tx, which, how) : await cancelRuns(tx, which, how);
  const running = stopped.filter((run) => run.before === "running");
  if (running.length > 0) {
    tx.unit.afterCommit(() => tx.deps.doorbell.control({ runIds: running.map((run) => run.id) }));
    await ringLanes(tx, running);
  }
  return stopped.map((run) => run.id);
}

/** Locks the runs against their writers, in one order for everybody. Parameters: organization, subject, kinds, the acting run. */
function pickedRuns(which: Which, statuses: string): string {
  return `picked as (
    select id, fence, status from runs
    where organization_id = $1 and ${subjectOf(which)} and status in (${statuses})
      and ($3::text[] is null or kind = any($3)) and id is distinct from $4
    order by id for update)`;
}

function subjectOf(which: Which): string {
  if ("taskId" in which) return "task_id = $2";
  if ("agentId" in which) return "agent_id = $2";
  if ("runId" in which) return "id = $2";
  return "$2::text is null";
}

function pickedValues(tx: Transaction, which: Which, how: How): (string | readonly string[] | null)[] {
  const subject =
    "taskId" in which ? which.taskId : "agentId" in which ? which.agentId : "runId" in which ? which.runId : null;
  const actingRun = tx.actor.kind === "agent" ? (tx.actor.runId ?? null) : null;
  return [tx.unit.organizationId, subject, how.kinds ?? null, actingRun, how.reason];
}

async function holdRuns(tx: Transaction, which: Which, how: How): Promise<StoppedRun[]> {
  const held = await tx.unit.query<StoppedRun>(
    `with ${pickedRuns(which, "'running'")}, held as (
       update runs r set status = 'queued', fence = r.fence + 1, worker_id = null, lane_slot = null
       from picked p where r.id = p.id
       returning r.id, r.agent_id, r.lane, r.task_id, r.item_id, p.fence as held_fence, p.status as before, r.step
     ), attempt as (
       update attempts a set status = 'cancelled', reason = $5, last_step = held.step, ended_at = cadre_now()
       from held where a.run_id = held.id and a.fence = held.held_fence and a.status = 'running'
     ), item as (
       update mailbox_items m set status = 'queued' from held where m.id = held.item_id and m.status = 'processing'
     )
     select id, agent_id, lane, task_id, item_id, before from held`,
    pickedValues(tx, which, how),
  );
  for (const run of held) emitRunQueued(tx, run);
  return held;
}

async function cancelRuns(tx: Transaction, which: Which, how: How): Promise<StoppedRun[]> {
  const cancelled = await tx.unit.query<StoppedRun>(
    `with ${pickedRuns(which, "'queued', 'running', 'waiting'")}, ended as (
       update runs r set status = 'cancelled', fence = r.fence + 1, worker_id = null, lane_slot = null, outcome = $5,
         ended_at = cadre_now()
       from picked p where r.id = p.id
       returning r.id, r.agent_id, r.lane, r.task_id, r.item_id, p.fence as ended_fence, p.status as before, r.step
     ), attempt as (
       update attempts a set status = 'cancelled', reason = $5, last_step = ended.step, ended_at = cadre_now()
       from ended where a.run_id = ended.id and a.fence = ended.ended_fence and a.status = 'running'
     ), wait as (
       update waits w set status = 'cancelled', resolved_at = cadre_now()
       from ended where w.run_id = ended.id and w.status = 'open'
     )
     select id, agent_id, lane, task_id, item_id, before from ended`,
    pickedValues(tx, which, how),
  );
  if (cancelled.length === 0) return cancelled;
  const runIds = cancelled.map((run) => run.id);
  await cancelApprovals(tx, runIds, how.reason);
  await closeCalls(tx, runIds, how.reason);
  for (const run of cancelled) {
    if (run.itemId !== null) await tx.mailbox.end(run.itemId, "dropped", how.reason);
    emitRunEnded(tx, run, { status: "cancelled", reason: how.reason });
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
