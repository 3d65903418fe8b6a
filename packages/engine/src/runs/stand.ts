import type { AttemptStatus, RunStatus } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import type { ClaimedRun } from "./claimed-run.ts";

/** What the rows of a run and its attempt become. */
export type Standing = {
  readonly run: RunStatus;
  readonly attempt: AttemptStatus;
  readonly reason?: string;
  readonly outcome?: string;
  readonly failure?: string;
  readonly delayMs?: number;
};

/** Mail that was completed because the work on it succeeded. */
export type CompletedItem = {
  readonly id: string;
  readonly agentId: string;
  readonly type: string;
  readonly startedAt: Date | null;
};

export type Stood = { readonly hasOpenCalls: boolean; readonly completedItem: CompletedItem | undefined };

type StandingRow = {
  readonly hasOpenCalls: boolean;
  readonly id: string | null;
  readonly agentId: string;
  readonly type: string;
  readonly startedAt: Date | null;
};

/** What successes write when nothing has to be decided about them: runs, attempts and their events. It fails when a claim is lost or has a call open. */
const SUCCEED = `with ended as (
    update runs r set status = 'succeeded', worker_id = null, lane_slot = null, outcome = n.outcome, ended_at = cadre_now()
    from unnest($1::text[], $2::int[], $3::text[]) as n (run_id, fence, outcome)
    where r.id = n.run_id and r.fence = n.fence and r.status = (select 'running')
    returning r.id, r.organization_id, r.agent_id, r.task_id, r.fence, r.step, r.outcome
  ), attempt as (
    update attempts a set status = 'finished', last_step = ended.step, ended_at = cadre_now()
    from ended where a.run_id = ended.id and a.fence = ended.fence and a.status = 'running'
  ), event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
    select format('evt_%s_run.ended', id), organization_id, 'run.ended', 'run', id,
      json_strip_nulls(json_build_object('agentId', agent_id, 'taskId', task_id, 'status', 'succeeded', 'reason', outcome))::text,
      'agent', agent_id
    from ended
  )
  select cadre_refuse('a claim was lost or has a call open')
  where (select count(*) from ended) < cardinality($1::text[]) or exists (
    select 1 from ended join tool_calls c on c.run_id = ended.id and c.status in ('recorded', 'awaiting_approval', 'started'))`;

/** What ends the mail of successes, after them. It fails when one of it was a beat, which reads other mail along. */
const END_MAIL = `with done as (
    update mailbox_items m set status = 'completed', outcome = n.outcome, ended_at = cadre_now()
    from unnest($1::text[], $2::text[]) as n (id, outcome)
    where m.id = n.id and m.status = any ((select '{queued,processing,deferred}'::text[])::text[])
    returning m.id, m.organization_id, m.agent_id, m.type, m.outcome
  ), event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
    select format('evt_%s_item.ended', id), organization_id, 'item.ended', 'item', id,
      json_build_object('agentId', agent_id, 'type', type, 'status', 'completed', 'outcome', outcome)::text, 'agent', agent_id
    from done
  )
  select cadre_refuse('mail was a beat') where exists (select 1 from done where type = 'heartbeat')`;

const STAND = `with ended as (
    update runs r set status = $3, worker_id = null, lane_slot = null, outcome = $6, failure = $7,
      not_before = case when $8 > 0 then cadre_now() + make_interval(secs => $8 / 1000.0) end,
      ended_at = case when $3 not in ('queued', 'waiting') then cadre_now() end
    where r.id = $1 and r.fence = $2 and r.status = (select 'running')
    returning r.id, r.fence, r.step, r.item_id, r.outcome
  ), back as (
    update mailbox_items m set status = 'queued' from ended
    where $3 = 'queued' and m.id = ended.item_id and m.status = 'processing'
  ), done as (
    update mailbox_items m set status = 'completed', outcome = ended.outcome, ended_at = cadre_now() from ended
    where $3 = 'succeeded' and m.id = ended.item_id
      and m.status = any ((select '{queued,processing,deferred}'::text[])::text[])
    returning m.id, m.agent_id, m.type, m.started_at
  ), attempt as (
    update attempts a set status = $4, reason = $5, last_step = ended.step, ended_at = cadre_now()
    from ended where a.run_id = ended.id and a.fence = ended.fence and a.status = 'running'
  )
  select exists (select 1 from tool_calls c where c.run_id = ended.id
    and c.status in ('recorded', 'awaiting_approval', 'started')) as has_open_calls, done.*
  from ended left join done on done.id = ended.item_id`;

/** Sends everything about claims that succeeded. The unit fails, and nothing of it is written, if there is more to one of them. */
export function sendSuccesses(
  tx: Transaction,
  ends: readonly { readonly claim: ClaimedRun; readonly outcome: string }[],
): void {
  const outcomes = ends.map(({ outcome }) => storableText(outcome));
  tx.unit.send(SUCCEED, [ends.map(({ claim }) => claim.runId), ends.map(({ claim }) => claim.fence), outcomes]);
  const mail = ends.map(({ claim }) => claim.itemId ?? null);
  if (mail.some((id) => id !== null)) tx.unit.send(END_MAIL, [mail, outcomes]);
}

/**
 * Writes the rows of a claim, its mail among them, and returns what was found; nothing when the claim is lost. The update itself is the
 * fence check and holds off every other writer.
 */
export async function standIn(tx: Transaction, claim: ClaimedRun, next: Standing): Promise<Stood | undefined> {
  const row = await tx.unit.first<StandingRow>(STAND, [
    claim.runId,
    claim.fence,
    next.run,
    next.attempt,
    next.reason ?? null,
    next.outcome === undefined ? null : storableText(next.outcome),
    next.failure ?? null,
    next.delayMs ?? 0,
  ]);
  if (row === undefined) return undefined;
  const { hasOpenCalls, id, ...item } = row;
  return { hasOpenCalls, completedItem: id === null ? undefined : { id, ...item } };
}
