import { type CompactionPlan, parsedState } from "@cadre/core";
import type { SessionEntry } from "@cadre/domain";
import type { ClaimRef } from "../../claim.ts";
import type { EngineDeps } from "../../engine-deps.ts";
import { writeDailyLog } from "../../memory/write-daily-log.ts";
import { fenced } from "../../runs/fenced.ts";

/** A compaction that is about to be made. */
export type Flush = {
  readonly claim: ClaimRef;
  readonly sessionId: string;
  /** What was loaded of the session, oldest first. */
  readonly log: readonly SessionEntry[];
  readonly plan: CompactionPlan;
};

/**
 * What happens before entries leave the prompt of a session: what is worth keeping beyond it is written down. It may run again for the same
 * plan after a crash, and must then change nothing. Faults: `run.stale-fence`; anything else it throws is reported, and costs nothing more.
 */
export type FlushMemory = (deps: EngineDeps, flush: Flush) => Promise<void>;

/**
 * Writes into the agent's daily log what was decided, what ended and what is still open in the part that is cut. What an earlier compaction
 * of the session already knew is not new and is not repeated; where nothing is new, nothing is written.
 */
export const flushToDailyLog: FlushMemory = async (deps, { claim, sessionId, log, plan }) => {
  const known = knownStatements(log);
  const lines = [
    ...plan.state.settled.filter((text) => !known.has(text)).map((text) => `- ${text}`),
    ...plan.state.open.filter((text) => !known.has(text)).map((text) => `- open: ${text}`),
  ];
  const entryId = plan.cutEntryIds.at(-1);
  if (lines.length === 0 || entryId === undefined) return;
  await fenced(deps, claim, (tx) =>
    writeDailyLog(tx, { agentId: claim.agentId, kind: "flush", text: lines.join("\n"), sessionId, entryId }),
  );
};

function knownStatements(log: readonly SessionEntry[]): ReadonlySet<string> {
  const payload = log.findLast((entry) => entry.payload.kind === "compaction")?.payload;
  const state = payload?.kind === "compaction" ? parsedState(payload.details) : undefined;
  return new Set([...(state?.settled ?? []), ...(state?.open ?? [])]);
}
