import { createHash } from "node:crypto";
import type { Transaction } from "../transaction.ts";

/** One thing that makes an agent eligible for a beat: in words for its prompt, and as a version for the fingerprint. */
type Source = { reason: string; subject: string; version: string };

export type EligibleWork = {
  /** What waits, in words; empty when the beat would find nothing to do. */
  readonly reasons: readonly string[];
  /** Ids and versions of all of it: an unchanged state need not be looked at again. */
  readonly fingerprint: string;
};

/** How many things a beat's mail names; its prompt shows the rest anyway. */
const REASONS_SHOWN = 20;

/**
 * What an agent could do in a beat, decided in SQL before any prompt is built (I10; decisions, "Eligible for a beat"): queued focus
 * mail, its open tasks that nothing else moves on, failed tasks to recover, and a patrol of its checklist when its setting asks for
 * one. A patrol of each beat is never "unchanged"; a daily one is due until the first beat of the slot's day.
 */
export async function eligibleWork(tx: Transaction, agentId: string, slot: Date): Promise<EligibleWork> {
  const sources = await tx.unit.query<Source>(SOURCES, [agentId, slot]);
  const hash = createHash("sha256");
  for (const source of sources) hash.update(`${source.subject} ${source.version}\n`);
  return {
    reasons: sources.slice(0, REASONS_SHOWN).map((source) => source.reason),
    fingerprint: hash.digest("hex"),
  };
}

const SOURCES = `
  select 'mail: ' || m.headline as reason, m.id as subject, m.attempts::text as version
  from mailbox_items m
  where m.agent_id = $1 and m.lane = 'focus' and m.type <> 'heartbeat' and m.status = 'queued'
    and (m.not_before is null or m.not_before <= cadre_now())
  union all
  select case t.status when 'review' then 'review without a verdict: ' else 'open task that waits for nobody else: ' end
    || t.key || ' "' || t.title || '"', t.id, t.version::text
  from tasks t join task_next_movers n on n.task_id = t.id
  where n.mover = 'none' and (
    (t.status = 'in_progress' and t.assignee_id = $1)
    or (t.status = 'review' and t.reviewer_kind = 'agent' and t.reviewer_id = $1))
  union all
  select 'failed task to recover: ' || t.key || ' "' || t.title || '"', t.id, t.version::text
  from tasks t
  where t.assignee_id = $1 and t.status = 'failed' and t.next_run_at is null
  union all
  select 'patrol: walk your checklist', 'patrol',
    case a.settings::jsonb ->> 'patrol' when 'daily' then today.day::text else $2::timestamptz::text end
  from agents a
  join organizations o on o.id = a.organization_id
  cross join lateral (select ($2::timestamptz at time zone o.time_zone)::date as day) today
  where a.id = $1 and a.checklist_text <> '' and (
    a.settings::jsonb ->> 'patrol' = 'each_beat'
    or (a.settings::jsonb ->> 'patrol' = 'daily' and not exists (
      select 1 from schedule_slots s
      where s.owner_kind = 'agent' and s.owner_id = a.id and s.status = 'run'
        and s.instant >= today.day::timestamp at time zone o.time_zone)))
  order by subject, version`;
