import { type Actor, requireRole } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { missingSession, SESSION_COLUMNS, sessionOf, type SessionView, type SessionViewRow } from "./session-view.ts";

/** Gives a session another title, for people: agents do not read it. Faults: `access.role-missing`, `session.not-found`. */
export async function renameSession(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly sessionId: string; readonly title: string },
): Promise<SessionView> {
  requireRole(actor, "member", "rename sessions");
  return transact(deps, actor, async (tx) => {
    const row = await tx.unit.first<SessionViewRow>(
      `update sessions set title = $3 where id = $1 and organization_id = $2 returning ${SESSION_COLUMNS}`,
      [input.sessionId, tx.unit.organizationId, storableText(input.title)],
    );
    if (row === undefined) return missingSession(input.sessionId);
    tx.unit.emit({
      type: "session.renamed",
      entity: { kind: "session", id: row.id },
      payload: { title: row.title },
      actor,
    });
    return sessionOf(row);
  });
}
