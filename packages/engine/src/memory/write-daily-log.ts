import type { DailyLogKind } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

/**
 * Adds to the daily log of the agent that acts, on the organization's day. The same kind from the same source is written once: repeating
 * is nothing. Returns whether it was new.
 */
export async function writeDailyLog(
  tx: Transaction,
  line: {
    readonly agentId: string;
    readonly kind: DailyLogKind;
    readonly text: string;
    readonly sessionId: string;
    /** The entry of the session that it tells of. */
    readonly entryId: string;
  },
): Promise<boolean> {
  const written = await tx.unit.count(
    `insert into daily_log_entries (id, organization_id, agent_id, day, kind, text, session_id, entry_id)
     select $1, $2, $3, (cadre_now() at time zone o.time_zone)::date, $4, $5, $6, $7 from organizations o where o.id = $2
     on conflict (session_id, kind, entry_id) do nothing returning id`,
    [
      tx.deps.newId("dailyLogEntry"),
      tx.unit.organizationId,
      line.agentId,
      line.kind,
      storableText(line.text),
      line.sessionId,
      line.entryId,
    ],
  );
  return written > 0;
}
