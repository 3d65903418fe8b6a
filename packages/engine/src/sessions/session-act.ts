import { type Actor, requireRole, type Role } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import type { Transaction } from "../transaction.ts";
import {
  lockSession,
  missingSession,
  SESSION_COLUMNS,
  sessionOf,
  type SessionView,
  type SessionViewRow,
} from "./session-view.ts";

/** The session that an act is on, and the version that its doer saw, when they say so. */
export type ActTarget = { readonly sessionId: string; readonly version?: number | undefined };

/** Who may do an act, and what it is called in "Only … may …". */
export type ActRight = { readonly least: Role; readonly what: string };

/**
 * One act of a person on a session, under the lock of its row; its version moves on. `work` writes what the act is and its event. Faults:
 * `access.role-missing`, `session.not-found`, `session.stale`, and those of the act.
 */
export async function actOnSession(
  deps: EngineDeps,
  actor: Actor,
  act: ActTarget & { readonly right: ActRight; readonly work: (tx: Transaction, row: SessionViewRow) => Promise<void> },
): Promise<SessionView> {
  requireRole(actor, act.right.least, act.right.what);
  return transact(deps, actor, async (tx) => {
    const before = await lockSession(tx, act.sessionId);
    if (act.version !== undefined) requireVersion("session", before, { version: act.version });
    await act.work(tx, before);
    const after = await tx.unit.first<SessionViewRow>(
      `update sessions set version = version + 1 where id = $1 returning ${SESSION_COLUMNS}`,
      [before.id],
    );
    return after === undefined ? missingSession(before.id) : sessionOf(after);
  });
}

/** Fault: `session.archived`. What was put away is read, and changed only after it was taken out again. */
export function requireOpen(row: SessionViewRow): void {
  if (row.archivedAt === null) return;
  throw new Fault("conflict", "session.archived", {
    message: `Session ${row.id} is archived and does not change. Take it out of the archive first.`,
    details: { sessionId: row.id },
  });
}

/** Fault: `session.busy` with the runs that are at work in the session, or wait to go on in it. */
export async function requireIdle(tx: Transaction, sessionId: string): Promise<void> {
  const runs = await tx.unit.query<{ id: string }>(
    `select id from runs where organization_id = $1 and session_id = $2 and status in ('queued', 'running', 'waiting') order by id`,
    [tx.unit.organizationId, sessionId],
  );
  if (runs.length === 0) return;
  const runIds = runs.map(({ id }) => id);
  throw new Fault("conflict", "session.busy", {
    message: `Session ${sessionId} is worked in by ${runIds.join(", ")}. Wait until they have ended, or cancel their work.`,
    details: { sessionId, runIds },
  });
}
