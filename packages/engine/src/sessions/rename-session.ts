import type { Actor } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";
import { actOnSession, type ActTarget, requireOpen } from "./session-act.ts";
import type { SessionView } from "./session-view.ts";

/**
 * Gives a session another title, for people: agents do not read it. A blank one changes nothing (TW-11). Faults: those of every act,
 * `session.archived`.
 */
export function renameSession(
  deps: EngineDeps,
  actor: Actor,
  input: ActTarget & { readonly title: string },
): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "rename sessions" },
    work: (tx, row) => {
      requireOpen(row);
      return titleSession(tx, row.id, input.title);
    },
  });
}

/** Appends a title to the log and keeps it with the session; a blank one is not written. */
export async function titleSession(tx: Transaction, sessionId: string, given: string): Promise<void> {
  const title = storableText(given).trim();
  if (title === "") return;
  await appendToSession(tx, sessionId, { payload: { kind: "title", v: 1, title }, event: "session.renamed" });
  await tx.unit.query("update sessions set title = $2 where id = $1", [sessionId, title]);
}
