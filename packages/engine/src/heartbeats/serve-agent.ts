import type { DueSlots } from "@cadre/domain";
import { HEARTBEAT_LIMITS } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import { dueSlotsOf, SCHEDULE_COLUMNS, type ScheduleRow } from "./agent-schedule.ts";
import { eligibleWork } from "./eligible-work.ts";
import { insertSlot, linkSlotToItem, recordPassedSlots } from "./slot-rows.ts";

type AgentRow = ScheduleRow & {
  isPaused: boolean;
  hasOpenBeat: boolean;
  scheduleSeenFingerprint: string | null;
  scheduleSlotsSeen: number;
};

/** How a slot was served. */
export type SlotOutcome = "run" | "skipped" | "coalesced";

/**
 * Serves an agent's due slots: the newest one runs, is skipped with its reason, or coalesces into the beat that is still open; older
 * ones were missed, so that an outage leads to one catch-up at most (PEER-C43). Undefined when there was nothing left to serve.
 */
export async function serveAgent(tx: Transaction, agentId: string): Promise<SlotOutcome | undefined> {
  const agent = await tx.unit.first<AgentRow>(
    `select ${SCHEDULE_COLUMNS}, a.paused_at is not null or o.paused_at is not null as is_paused,
       exists (select 1 from mailbox_items m where m.agent_id = a.id and m.type = 'heartbeat'
         and m.status in ('queued', 'processing', 'deferred')) as has_open_beat,
       a.schedule_seen_fingerprint, a.schedule_slots_seen
     from agents a join organizations o on o.id = a.organization_id
     cross join (select cadre_now() as now) clock
     where a.id = $1 and a.organization_id = $2 and a.deleted_at is null
     for no key update of a skip locked`,
    [agentId, tx.unit.organizationId],
  );
  if (agent === undefined) return undefined;
  const due = dueSlotsOf(agent);
  const newest = due.instants.at(-1);
  if (newest === undefined) return undefined;
  const outcome = await serveNewest(tx, agent, newest);
  if (outcome !== undefined) await recordOlder(tx, agent, due);
  return outcome;
}

async function serveNewest(tx: Transaction, agent: AgentRow, instant: Date): Promise<SlotOutcome | undefined> {
  if (agent.isPaused) return insertSlot(tx, agent.id, { instant, status: "skipped", reason: "paused" });
  if (agent.hasOpenBeat) {
    return insertSlot(tx, agent.id, { instant, status: "coalesced", reason: "a beat is still open" });
  }
  const work = await eligibleWork(tx, agent.id, instant);
  const ordinal = agent.scheduleSlotsSeen + 1;
  const isFullLook = ordinal % HEARTBEAT_LIMITS.fullEvaluationEverySlots === 0;
  const isUnchanged = work.fingerprint === agent.scheduleSeenFingerprint && !isFullLook;
  const skip = work.reasons.length === 0 ? "nothing to do" : isUnchanged ? "unchanged since the last slot" : undefined;
  const outcome = await insertSlot(tx, agent.id, {
    instant,
    status: skip === undefined ? "run" : "skipped",
    reason: skip ?? null,
  });
  if (outcome === undefined) return undefined;
  await tx.unit.query("update agents set schedule_seen_fingerprint = $2, schedule_slots_seen = $3 where id = $1", [
    agent.id,
    work.fingerprint,
    ordinal,
  ]);
  return outcome === "run" ? postBeat(tx, agent.id, { instant, reasons: work.reasons }) : outcome;
}

async function postBeat(
  tx: Transaction,
  agentId: string,
  beat: { readonly instant: Date; readonly reasons: readonly string[] },
): Promise<SlotOutcome> {
  const instant = beat.instant.toISOString();
  const posted = await tx.mailbox.post(
    agentId,
    { type: "heartbeat", payload: { instant, reasons: [...beat.reasons] } },
    { dedupeKey: `beat:${instant}` },
  );
  const outcome = posted.isNew ? "run" : "coalesced";
  await linkSlotToItem(tx, agentId, { instant: beat.instant, status: outcome, itemId: posted.itemId });
  return outcome;
}

async function recordOlder(tx: Transaction, agent: AgentRow, due: DueSlots): Promise<void> {
  const status = agent.hasOpenBeat ? "coalesced" : "missed";
  const reason = agent.hasOpenBeat ? "a beat is still open" : "no heartbeat worker was running";
  await recordPassedSlots(tx, agent.id, {
    instants: due.instants.slice(0, -1),
    status,
    reason: due.earlier > 0 ? `${reason}; ${due.earlier} slots before these are not kept` : reason,
  });
}
