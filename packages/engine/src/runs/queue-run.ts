import type { QueueRun, Transaction } from "../transaction.ts";
import { ringAfterCommit, type RingableRun } from "./ring-run.ts";
import { stopRuns } from "./stop-runs.ts";

/** Each try either inserts, or meets an open run that the next try finds ended. */
const MAX_TRIES = 3;

type OpenRun = RingableRun & { readonly round: number | null; readonly itemId: string | null };

/**
 * Queues a run and rings for it after the commit; returns its id. A task and an item have one open run: asked again in the same
 * round, the open run is rung and returned (M77); a run of an earlier round is cancelled first.
 */
export async function queueRun(tx: Transaction, run: QueueRun): Promise<string> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const queued = await insertRun(tx, run);
    if (queued !== undefined) return announce(tx, run, queued);
    const open = await findOpenRun(tx, run);
    if (open === undefined) continue;
    if (!isEarlierRound(open, run)) return joinOpenRun(tx, run, open);
    await stopRuns(tx, { runId: open.id }, { to: "cancelled", reason: `round ${String(run.round)} began` });
  }
  throw new Error(`A run for agent ${run.agentId} was refused ${MAX_TRIES} times, but no open run is in its way.`);
}

async function insertRun(tx: Transaction, run: QueueRun): Promise<RingableRun | undefined> {
  return tx.unit.first<RingableRun>(
    `insert into runs (id, organization_id, agent_id, kind, scenario, lane, priority, item_id, task_id, round, session_id, not_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       case when $12::int > 0 then cadre_now() + make_interval(secs => $12::int / 1000.0) end)
     on conflict do nothing
     returning id, fence, priority`,
    [
      tx.deps.newId("run"),
      tx.unit.organizationId,
      run.agentId,
      run.kind,
      run.scenario,
      run.lane,
      run.priority,
      run.itemId ?? null,
      run.taskId ?? null,
      run.round ?? null,
      run.sessionId ?? null,
      run.delayMs ?? 0,
    ],
  );
}

function announce(tx: Transaction, run: QueueRun, queued: RingableRun): string {
  tx.unit.emit({
    type: "run.queued",
    entity: { kind: "run", id: queued.id },
    payload: { agentId: run.agentId, taskId: run.taskId, itemId: run.itemId, kind: run.kind, lane: run.lane },
    actor: tx.actor,
  });
  ringAfterCommit(tx, queued, run.delayMs);
  return queued.id;
}

async function findOpenRun(tx: Transaction, run: QueueRun): Promise<OpenRun | undefined> {
  return tx.unit.first<OpenRun>(
    `select id, fence, priority, round, item_id from runs
     where organization_id = $1 and status in ('queued', 'running', 'waiting')
       and (item_id = $2 or ($3::text is not null and kind = 'task' and task_id = $3))
     order by id limit 1`,
    [tx.unit.organizationId, run.itemId ?? null, run.kind === "task" ? (run.taskId ?? null) : null],
  );
}

function isEarlierRound(open: OpenRun, run: QueueRun): boolean {
  return open.round !== null && run.round !== undefined && open.round < run.round;
}

async function joinOpenRun(tx: Transaction, run: QueueRun, open: OpenRun): Promise<string> {
  if (run.itemId !== undefined && run.itemId !== open.itemId) {
    await tx.mailbox.end(run.itemId, "merged", `run ${open.id} does this work`);
  }
  ringAfterCommit(tx, open);
  return open.id;
}
