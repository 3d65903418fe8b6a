import { type Actor, branchSpans, introductionOf, pathTo, requireRole, type TreeEntry } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { outlivesCuts } from "../../append-statement.ts";
import { countEntries } from "../../count-entry.ts";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { insertSession, requireAgent } from "../insert-session.ts";
import { lockSession, sessionOf, type SessionView } from "../session-view.ts";
import { type FileEntry, readSessionFile, type SessionFile } from "./session-file.ts";

export type SessionImport = {
  readonly agentId: string;
  /** The file that an export made. */
  readonly file: string;
  /** Instead of the title in the file. */
  readonly title?: string | undefined;
};

/**
 * Makes a new session of an exported one, for an agent here: entries with their ids, bytes, times and branches, and the results they name.
 * The file is verified whole before anything is written, and written in one transaction. Its tokens are counted anew. Faults:
 * `access.role-missing`, `agent.not-found`, `session.file-damaged`, `session.file-format`, `session.entry-too-new`.
 */
export async function importSession(deps: EngineDeps, actor: Actor, input: SessionImport): Promise<SessionView> {
  requireRole(actor, "admin", "import sessions");
  await transact(deps, actor, (tx) => requireAgent(tx, input.agentId));
  const file = readSessionFile(input.file);
  const counts = await countEntries(file.entries.map(({ payload }) => payload));
  for (const text of file.blobs.values()) await deps.blobs.put(text);
  return transact(deps, actor, async (tx) => {
    const sessionId = await insertImported(tx, input, file);
    await insertEntries(
      tx,
      sessionId,
      file.entries.map((entry, at) => ({ ...entry, tokens: counts[at] })),
    );
    await setHead(tx, sessionId, file);
    tx.unit.emit({
      type: "session.imported",
      entity: { kind: "session", id: sessionId },
      payload: { fromSessionId: file.session.id, entries: file.entries.length },
      actor: tx.actor,
    });
    return sessionOf(await lockSession(tx, sessionId));
  });
}

async function insertImported(
  tx: Transaction,
  input: SessionImport,
  { session, sha256 }: SessionFile,
): Promise<string> {
  await requireAgent(tx, input.agentId);
  return insertSession(tx, {
    agentId: input.agentId,
    kind: session.kind,
    title: input.title ?? session.title,
    isHumanFacing: session.isHumanFacing,
    origin: { kind: "import", sessionId: session.id, exportedAt: session.exportedAt, sha256 },
  });
}

async function insertEntries(
  tx: Transaction,
  sessionId: string,
  entries: readonly (FileEntry & { readonly tokens: number | undefined })[],
): Promise<void> {
  const column = <Value>(valueOf: (entry: (typeof entries)[number]) => Value): Value[] => entries.map(valueOf);
  await tx.unit.query(
    `insert into session_entries (session_id, organization_id, seq, id, parent_id, kind, v, payload, tokens, outlives_cuts, created_at)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::int[], $10::boolean[],
       $11::timestamptz[])`,
    [
      sessionId,
      tx.unit.organizationId,
      column(({ seq }) => seq),
      column(({ id }) => id),
      column(({ parentId }) => parentId),
      column(({ payload }) => payload.kind),
      column(({ v }) => v),
      column(({ text }) => text),
      column(({ tokens }) => tokens ?? null),
      column(({ payload }) => outlivesCuts(payload)),
      column(({ createdAt }) => createdAt),
    ],
  );
}

/** What the columns of a session say of its log. */
async function setHead(tx: Transaction, sessionId: string, { session, entries }: SessionFile): Promise<void> {
  const tree = entries.map(({ id, seq, parentId, payload }): TreeEntry => ({ id, seq, parentId, kind: payload.kind }));
  const path = pathTo(tree, session.headEntryId);
  await tx.unit.query(
    `update sessions set next_seq = $2, head_entry_id = $3, branch = $4::int[], head_compaction_seq = $5, metadata = $6,
       harness_introduction = $7 where id = $1`,
    [
      sessionId,
      entries.length + 1,
      session.headEntryId,
      branchSpans(path, entries.length + 1),
      path.findLast(({ kind }) => kind === "compaction")?.seq ?? null,
      canonicalJson(session.metadata),
      introductionOf(session.metadata) ?? null,
    ],
  );
}
