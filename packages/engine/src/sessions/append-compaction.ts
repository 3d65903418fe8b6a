import type { CompactionEntry } from "@cadre/domain";
import type { EntryOrigin } from "../append-statement.ts";
import type { Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";

/** What people and other systems hear of a compaction, beside the entry itself. */
export type CompactionFacts = {
  readonly due: "messages" | "tokens" | "asked";
  readonly cutEntries: number;
  readonly tokensAfter: number;
  /** The kind of failure that kept a model's words out of it; unset when it has them. */
  readonly summaryFailure?: string | undefined;
};

/**
 * Appends a compaction to a session, and begins its next epoch with it. Undefined, and nothing is written, when the log was compacted after
 * `loadedSeq`: it was planned on a log that stands no more. Faults: `session.not-writable`.
 */
export async function appendCompaction(
  tx: Transaction,
  compaction: {
    readonly sessionId: string;
    readonly loadedSeq: number;
    readonly entry: CompactionEntry;
    readonly origin: EntryOrigin;
    readonly facts: CompactionFacts;
  },
): Promise<string | undefined> {
  const { sessionId, entry, origin, facts } = compaction;
  const compactedSince = await tx.unit.first<{ isCompacted: boolean }>(
    `select coalesce(head_compaction_seq > $3::int, false) as is_compacted from sessions
     where id = $1 and organization_id = $2 for no key update`,
    [sessionId, tx.unit.organizationId, compaction.loadedSeq],
  );
  if (compactedSince?.isCompacted === true) return undefined;
  const entryId = await appendToSession(tx, sessionId, { payload: entry, origin });
  tx.unit.emit({
    type: "session.compacted",
    entity: { kind: "session", id: sessionId },
    payload: {
      entryId,
      runId: origin.runId,
      step: origin.step,
      tokensBefore: entry.tokensBefore,
      isByRule: entry.details?.["isByRule"] === true,
      ...facts,
    },
    actor: tx.actor,
  });
  return entryId;
}
