import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import type { Transaction } from "../transaction.ts";
import { actOnSession, type ActTarget, requireIdle } from "./session-act.ts";
import type { SessionView } from "./session-view.ts";

/**
 * Puts a session away: it is read as before, and nothing is added to it. Work that comes for its key begins a new session. Archiving
 * twice changes nothing. Faults: those of every act, `session.busy`.
 */
export function archiveSession(deps: EngineDeps, actor: Actor, input: ActTarget): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "archive sessions" },
    work: async (tx, row) => {
      await requireIdle(tx, row.id);
      await tx.unit.query("update sessions set archived_at = coalesce(archived_at, cadre_now()) where id = $1", [
        row.id,
      ]);
      tell(tx, "session.archived", row.id);
    },
  });
}

/** Takes a session out of the archive. Faults: those of every act. */
export function unarchiveSession(deps: EngineDeps, actor: Actor, input: ActTarget): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "take sessions out of the archive" },
    work: async (tx, row) => {
      await tx.unit.query("update sessions set archived_at = null where id = $1", [row.id]);
      tell(tx, "session.unarchived", row.id);
    },
  });
}

/**
 * Deletes a session for people and agents: it leaves a tombstone, which housekeeping erases with its entries after
 * `SESSION_LIMITS.deletedRetentionMs`. Faults: those of every act, `session.busy` with the runs at work in it (TW-12).
 */
export async function deleteSession(deps: EngineDeps, actor: Actor, input: ActTarget): Promise<void> {
  await actOnSession(deps, actor, {
    ...input,
    right: { least: "admin", what: "delete sessions" },
    work: async (tx, row) => {
      await requireIdle(tx, row.id);
      await tx.unit.query("update sessions set deleted_at = cadre_now() where id = $1", [row.id]);
      await tx.unit.query("delete from session_keys where session_id = $1", [row.id]);
      tell(tx, "session.deleted", row.id);
    },
  });
}

function tell(tx: Transaction, type: "session.archived" | "session.unarchived" | "session.deleted", id: string): void {
  tx.unit.emit({ type, entity: { kind: "session", id }, payload: {}, actor: tx.actor });
}
