import { type EntryPayload, storedText } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import {
  appendedEvent,
  appendStatement,
  appendValues,
  FIRST_FREE_PARAMETER,
  notWritable,
} from "../append-statement.ts";
import { claimExpression, type ClaimRef, isClaimHeld, staleFence } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";

const P = FIRST_FREE_PARAMETER;

/** The claim, the entry and its event in one statement and one commit: this is the hot path of every step (PERF-P14). */
const APPEND_FENCED = `with ${claimExpression(7, 8)}, ${appendStatement("join claim on true")}, ${appendedEvent(P, P + 1)}
  select seq from entry`;

export type FencedEntry = {
  readonly sessionId: string;
  readonly payload: EntryPayload;
  readonly step: number;
  readonly tokens?: number;
};

/** Appends one entry of an attempt at the head of its session. Faults: `run.stale-fence`, `session.not-writable`. */
export async function appendEntry(
  deps: Pick<EngineDeps, "database" | "newId">,
  claim: ClaimRef,
  entry: FencedEntry,
): Promise<{ readonly id: string; readonly seq: number }> {
  const id = deps.newId("entry");
  const { sessionId, payload, step } = entry;
  const [row] = await deps.database.write<{ seq: number }>(claim.runId, APPEND_FENCED, [
    ...appendValues({
      id,
      sessionId,
      organizationId: claim.organizationId,
      payload,
      text: storedText(payload),
      origin: { runId: claim.runId, fence: claim.fence, step },
      tokens: entry.tokens,
    }),
    canonicalJson({ entryId: id, kind: payload.kind, runId: claim.runId, step }),
    claim.agentId,
  ]);
  if (row !== undefined) return { id, seq: row.seq };
  throw (await isClaimHeld(deps, claim)) ? notWritable(sessionId) : staleFence(claim);
}
