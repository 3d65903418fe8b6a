import {
  type EntryPayload,
  foldMarks,
  parseEntryText,
  type SessionMarks,
  type SessionMetadata,
  type TreeEntry,
} from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";
import { lockSession } from "./session-view.ts";
import { mergeMetadata } from "./update-metadata.ts";

type Reads = { query<Row>(text: string, values: readonly string[]): Promise<Row[]> };

/** Pins and labels of a session, whatever branch they stand on. */
export async function readMarks(reads: Reads, sessionId: string): Promise<SessionMarks> {
  const rows = await reads.query<{ payload: string }>(
    `select payload, seq from session_entries where session_id = $1 and outlives_cuts and kind = 'pin'
     union all
     select payload, seq from session_entries where session_id = $1 and kind = 'label'
     order by seq`,
    [sessionId],
  );
  return foldMarks(rows.map(({ payload }) => parseEntryText(payload)));
}

/** Gives a fork what its source says about the entries they share, and its metadata; what the copied entries say already is not repeated. */
export async function carryMarks(
  tx: Transaction,
  carry: { readonly from: string; readonly to: string; readonly path: readonly TreeEntry[] },
): Promise<void> {
  const [source, copy] = [await readMarks(tx.unit, carry.from), await readMarks(tx.unit, carry.to)];
  const missing: EntryPayload[] = [];
  for (const { id: targetId } of carry.path) {
    const isPinned = source.pinnedIds.has(targetId);
    if (isPinned !== copy.pinnedIds.has(targetId)) missing.push({ kind: "pin", v: 1, targetId, isPinned });
    const label = source.labels.get(targetId) ?? null;
    if (label !== (copy.labels.get(targetId) ?? null)) missing.push({ kind: "label", v: 1, targetId, label });
  }
  for (const payload of missing) await appendToSession(tx, carry.to, { payload });
  const { metadata } = await lockSession(tx, carry.from);
  const values = JSON.parse(metadata) as SessionMetadata;
  if (Object.keys(values).length > 0) await mergeMetadata(tx, await lockSession(tx, carry.to), values);
}
