import { type EntryPayload, storedEntry } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { appendStatement, appendValues, FIRST_FREE_PARAMETER, notWritable } from "../append-statement.ts";
import { claimExpression, type ClaimRef, isClaimHeld, staleFence } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";

const P = FIRST_FREE_PARAMETER;

/** The claim, the entry and its event in one statement and one commit: this is the hot path of every step (PERF-P14). */
const APPEND_FENCED = `with ${claimExpression(7, 8)}, ${appendStatement("join claim on true")}, event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
    select $${P}, $3, 'session.entry-appended', 'session', $2, $${P + 1}, 'agent', $${P + 2} from entry
  )
  select seq from entry`;

export type FencedEntry = {
  readonly sessionId: string;
  readonly payload: EntryPayload;
  readonly step: number;
  readonly tokens?: number;
};

/**
 * Appends one entry of an attempt at the head of its session. Returns its id, its number and the payload as it will be read back.
 * Faults: `run.stale-fence`, `session.not-writable`.
 */
export async function appendEntry(
  deps: Pick<EngineDeps, "database" | "newId">,
  claim: ClaimRef,
  entry: FencedEntry,
): Promise<{ readonly id: string; readonly seq: number; readonly payload: EntryPayload }> {
  const id = deps.newId("entry");
  const stored = storedEntry(entry.payload);
  const [row] = await deps.database.query<{ seq: number }>(APPEND_FENCED, [
    ...appendValues({
      id,
      sessionId: entry.sessionId,
      organizationId: claim.organizationId,
      stored,
      origin: { runId: claim.runId, fence: claim.fence, step: entry.step },
      tokens: entry.tokens,
    }),
    deps.newId("event"),
    canonicalJson({ entryId: id, kind: entry.payload.kind, runId: claim.runId, step: entry.step }),
    claim.agentId,
  ]);
  if (row !== undefined) return { id, seq: row.seq, payload: stored.payload };
  throw (await isClaimHeld(deps, claim)) ? notWritable(entry.sessionId) : staleFence(claim);
}
