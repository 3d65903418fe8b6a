import { TERMINAL_TASK_STATUSES } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { emitRunQueued } from "./run-events.ts";
import { ringAfterCommit, type RingableRun } from "./ring-run.ts";

type Candidate = { readonly id: string; readonly organizationId: string };
type WaitingRun = RingableRun & { readonly agentId: string; readonly taskId: string | null };
type Settled = { readonly settledWaits: number; readonly isWoken: boolean };

const WAKE_BATCH = 200;

/** Waiting runs with something to settle; for children a first look only, since their rule is the task feature's. */
const CANDIDATES = `
  select r.id, r.organization_id from runs r
  where r.status = 'waiting' and (
    not exists (select 1 from waits w where w.run_id = r.id and w.status = 'open')
    or exists (
      select 1 from waits w where w.run_id = r.id and w.status = 'open' and (
        w.due_at <= cadre_now()
        or (w.kind in ('approval', 'answer') and exists (
          select 1 from approvals a where a.id = w.reference and a.status <> 'pending'))
        or (w.kind = 'children' and not exists (
          select 1 from tasks c where c.parent_id = w.reference and c.status <> all($1::text[]) and c.status <> 'blocked')))))
  order by r.queued_at limit ${WAKE_BATCH}`;

/** Settles waits whose time has come or whose end was overlooked, and queues the runs that wait for nothing any more. */
export async function wakeWaiting(deps: EngineDeps): Promise<{ settledWaits: number; woken: number }> {
  const candidates = await deps.database.query<Candidate>(CANDIDATES, [TERMINAL_TASK_STATUSES]);
  let settledWaits = 0;
  let woken = 0;
  for (const { id, organizationId } of candidates) {
    const settled = await transact(deps, { kind: "system", id: "reconciler", organizationId }, (tx) => wake(tx, id));
    settledWaits += settled.settledWaits;
    if (settled.isWoken) woken += 1;
  }
  return { settledWaits, woken };
}

async function wake(tx: Transaction, runId: string): Promise<Settled> {
  const run = await tx.unit.first<WaitingRun>(
    `select id, fence, priority, agent_id, task_id from runs where id = $1 and status = 'waiting'
     for no key update skip locked`,
    [runId],
  );
  if (run === undefined) return { settledWaits: 0, isWoken: false };
  const settledWaits =
    (await settleDue(tx, runId)) + (await settleDecided(tx, runId)) + (await settleParents(tx, runId));
  const freed = await tx.unit.first(
    `update runs set status = 'queued' where id = $1 and status = 'waiting'
       and not exists (select 1 from waits w where w.run_id = $1 and w.status = 'open')
     returning id`,
    [runId],
  );
  if (freed !== undefined) {
    emitRunQueued(tx, run);
    ringAfterCommit(tx, run);
  }
  // Settling children may have queued the run already, with its event and its ring.
  const still = await tx.unit.first("select id from runs where id = $1 and status = 'waiting'", [runId]);
  return { settledWaits, isWoken: still === undefined };
}

/** A time that has come is what was waited for; anything else past its time did not happen. */
function settleDue(tx: Transaction, runId: string): Promise<number> {
  return tx.unit.count(
    `update waits set resolved_at = cadre_now(),
       status = case when kind = 'not_before' then 'satisfied' else 'expired' end,
       resolution = case when kind <> 'not_before' then '{"decision":"expired"}' end
     where run_id = $1 and status = 'open' and due_at <= cadre_now() returning id`,
    [runId],
  );
}

function settleDecided(tx: Transaction, runId: string): Promise<number> {
  return tx.unit.count(
    `update waits w set status = 'satisfied', resolved_at = cadre_now(), resolution = json_build_object('decision', a.status)::text
     from approvals a
     where w.run_id = $1 and w.status = 'open' and w.kind in ('approval', 'answer') and a.id = w.reference
       and a.status <> 'pending'
     returning w.id`,
    [runId],
  );
}

async function settleParents(tx: Transaction, runId: string): Promise<number> {
  const parents = await tx.unit.query<{ reference: string }>(
    "select reference from waits where run_id = $1 and status = 'open' and kind = 'children' and reference is not null",
    [runId],
  );
  let settled = 0;
  for (const { reference } of parents) settled += await tx.tasks.settleChildren(reference);
  return settled;
}
