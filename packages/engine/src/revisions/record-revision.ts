import type { Actor } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import type { HistoryRef } from "./revision-rows.ts";

/** From one state to the next. */
export type StateChange = {
  /** As it stood until now; kept as a revision of its own when it has none. */
  readonly before: string;
  readonly text: string;
  readonly reason?: string | undefined;
  readonly restoredFrom?: number | undefined;
};

type NewRevision = {
  readonly text: string;
  readonly reason: string | null;
  readonly restoredFrom: number | null;
  readonly author: Pick<Actor, "kind" | "id">;
};

/**
 * Adds a state to a history and returns the number of its newest revision; the same state again adds nothing. What stood there without
 * a revision, from before there was a history, is kept as one first. The caller holds the lock of the owner's row.
 */
export async function recordRevision(
  tx: Transaction,
  history: HistoryRef,
  { before, text, reason, restoredFrom }: StateChange,
): Promise<number> {
  const newest = await tx.unit.first<{ number: number; text: string }>(
    `select number, text from revisions where organization_id = $1 and kind = $2 and owner_id = $3 order by number desc limit 1`,
    [tx.unit.organizationId, history.kind, history.ownerId],
  );
  const added: NewRevision[] = [];
  if (before !== (newest?.text ?? "")) {
    const author = { kind: "system", id: "history" } as const;
    added.push({ text: before, reason: "As it stood before the next change.", restoredFrom: null, author });
  }
  if (text !== before) {
    added.push({ text, reason: reason ?? null, restoredFrom: restoredFrom ?? null, author: tx.actor });
  }
  const number = newest?.number ?? 0;
  if (added.length > 0) await insertRevisions(tx, { history, after: number }, added);
  return number + added.length;
}

async function insertRevisions(
  tx: Transaction,
  { history, after }: { readonly history: HistoryRef; readonly after: number },
  added: readonly NewRevision[],
): Promise<void> {
  await tx.unit.query(
    `insert into revisions (organization_id, kind, owner_id, number, text, reason, restored_from, actor_kind, actor_id)
     select $1, $2, $3, $4 + place, text, reason, restored_from, actor_kind, actor_id
     from unnest($5::text[], $6::text[], $7::int[], $8::text[], $9::text[])
       with ordinality as added (text, reason, restored_from, actor_kind, actor_id, place)`,
    [
      tx.unit.organizationId,
      history.kind,
      history.ownerId,
      after,
      added.map(({ text }) => text),
      added.map(({ reason }) => reason),
      added.map(({ restoredFrom }) => restoredFrom),
      added.map(({ author }) => author.kind),
      added.map(({ author }) => author.id),
    ],
  );
}
