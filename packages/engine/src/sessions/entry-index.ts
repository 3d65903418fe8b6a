import type { TreeEntry } from "@cadre/domain";

/** What reads rows: a database or a transaction's unit. */
type Reads = { query<Row>(text: string, values: readonly string[]): Promise<Row[]> };

/** Every entry of a session by its place in the tree, in the order of the log, without what it says. */
export function readEntryIndex(reads: Reads, sessionId: string): Promise<TreeEntry[]> {
  return reads.query<TreeEntry>(
    "select id, seq, parent_id, kind from session_entries where session_id = $1 order by seq",
    [sessionId],
  );
}
