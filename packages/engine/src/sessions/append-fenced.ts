import { rowsStatement } from "@cadre/database";
import { type EntryPayload, storedText } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { APPENDED_EVENT, appendTo, ENTRY_COLUMNS, entryRow, EVENT_COLUMNS, notWritable } from "../append-statement.ts";
import { countEntry } from "../count-entry.ts";
import { CLAIM, type ClaimRef, isClaimHeld, staleFence } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";

/** The claim, the entry and its event in one statement and one commit: this is the hot path of every step (PERF-P14). */
const APPEND_FENCED = rowsStatement(
  { ...ENTRY_COLUMNS, ...EVENT_COLUMNS },
  `${CLAIM}, ${appendTo("claim")}, ${APPENDED_EVENT} select nth, seq from head`,
);

export type FencedEntry = {
  readonly sessionId: string;
  readonly payload: EntryPayload;
  readonly step: number;
};

/** Appends one entry of an attempt at the head of its session. Faults: `run.stale-fence`, `session.not-writable`. */
export async function appendEntry(
  deps: Pick<EngineDeps, "database" | "newId">,
  claim: ClaimRef,
  entry: FencedEntry,
): Promise<{ readonly id: string; readonly seq: number }> {
  const id = deps.newId("entry");
  const { sessionId, payload, step } = entry;
  const [row] = await deps.database.write<{ seq: number }, typeof APPEND_FENCED.columns>(claim.runId, APPEND_FENCED, {
    ...entryRow({
      id,
      sessionId,
      organizationId: claim.organizationId,
      payload,
      text: storedText(payload),
      origin: { runId: claim.runId, fence: claim.fence, step },
      tokens: await countEntry(payload),
    }),
    event: canonicalJson({ entryId: id, kind: payload.kind, runId: claim.runId, step }),
    agentId: claim.agentId,
  });
  if (row !== undefined) return { id, seq: row.seq };
  throw (await isClaimHeld(deps, claim)) ? notWritable(sessionId) : staleFence(claim);
}
