import {
  type Actor,
  forkedPath,
  type ForkPosition,
  pathTo,
  requireRole,
  type SessionMetadata,
  type TreeEntry,
} from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { nameSession } from "./create-session.ts";
import { readEntryIndex } from "./entry-index.ts";
import { insertSession } from "./insert-session.ts";
import { carryMarks } from "./session-marks.ts";
import { lockSession, sessionOf, type SessionView } from "./session-view.ts";
import { requireMetadataRight } from "./update-metadata.ts";

export type Fork = {
  readonly sessionId: string;
  /** Where the fork ends; its source's head when absent. */
  readonly entryId?: string | undefined;
  readonly position: ForkPosition;
  readonly title?: string | undefined;
  readonly metadata?: SessionMetadata | undefined;
};

/**
 * Begins a session with the entries of another up to one of them: with the same ids, bytes and times, and what was pinned, labelled and
 * set there. The source is only read; it may be at work, or archived. Faults: `access.role-missing`, `session.not-found`,
 * `session.entry-not-found`, `session.entry-not-forkable`, `session.damaged`, `session.metadata-too-large`.
 */
export async function forkSession(deps: EngineDeps, actor: Actor, input: Fork): Promise<SessionView> {
  requireRole(actor, "member", "fork sessions");
  requireMetadataRight(actor, input.metadata ?? {});
  return transact(deps, actor, async (tx) => {
    const source = await lockSession(tx, input.sessionId);
    const index = await readEntryIndex(tx.unit, source.id);
    const path =
      input.entryId === undefined
        ? pathTo(index, source.headEntryId)
        : forkedPath(index, { entryId: input.entryId, position: input.position });
    const { agentId, kind, taskId, title, isHumanFacing } = source;
    const entryId = path.at(-1)?.id ?? null;
    const origin = { kind: "fork", sessionId: source.id, entryId } as const;
    const sessionId = await insertSession(tx, { agentId, kind, taskId, title, isHumanFacing, origin });
    await copyPath(tx, { from: source.id, to: sessionId, path });
    await carryMarks(tx, { from: source.id, to: sessionId, path });
    await nameSession(tx, sessionId, input);
    tx.unit.emit({
      type: "session.forked",
      entity: { kind: "session", id: sessionId },
      payload: { fromSessionId: source.id, entryId, entries: path.length },
      actor: tx.actor,
    });
    return sessionOf(await lockSession(tx, sessionId));
  });
}

/** Copies entries as they are; they are numbered anew, without gaps. What wrote them is told by their source. */
async function copyPath(
  tx: Transaction,
  copy: { readonly from: string; readonly to: string; readonly path: readonly TreeEntry[] },
): Promise<void> {
  const { path } = copy;
  await tx.unit.query(
    `insert into session_entries (session_id, seq, id, organization_id, parent_id, kind, v, payload, tokens, outlives_cuts, created_at)
     select $1, copied.nth, e.id, e.organization_id, e.parent_id, e.kind, e.v, e.payload, e.tokens, e.outlives_cuts, e.created_at
     from unnest($3::int[]) with ordinality as copied (seq, nth) join session_entries e on e.session_id = $2 and e.seq = copied.seq`,
    [copy.to, copy.from, path.map(({ seq }) => seq)],
  );
  const compaction = path.findLastIndex(({ kind }) => kind === "compaction");
  await tx.unit.query("update sessions set next_seq = $2, head_entry_id = $3, head_compaction_seq = $4 where id = $1", [
    copy.to,
    path.length + 1,
    path.at(-1)?.id ?? null,
    compaction === -1 ? null : compaction + 1,
  ]);
}
