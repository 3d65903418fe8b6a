import { type Actor, missingEntry } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import type { Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";
import { actOnSession, type ActTarget, requireOpen } from "./session-act.ts";
import type { SessionView } from "./session-view.ts";

/**
 * Pins an entry or lets it go: a pinned one stays in the prompt when a compaction or a cut takes what stands around it. Faults: those
 * of every act, `session.archived`, `session.entry-not-found`.
 */
export function pinEntry(
  deps: EngineDeps,
  actor: Actor,
  input: ActTarget & { readonly entryId: string; readonly isPinned: boolean },
): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "pin entries" },
    work: async (tx, row) => {
      requireOpen(row);
      await requireEntry(tx, input);
      const payload = { kind: "pin", v: 1, targetId: input.entryId, isPinned: input.isPinned } as const;
      await appendToSession(tx, row.id, {
        payload,
        event: input.isPinned ? "session.entry-pinned" : "session.entry-unpinned",
      });
    },
  });
}

/** Gives an entry a label for people, or takes it away; agents do not read it. Faults: those of `pinEntry`. */
export function labelEntry(
  deps: EngineDeps,
  actor: Actor,
  input: ActTarget & { readonly entryId: string; readonly label: string | null },
): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "label entries" },
    work: async (tx, row) => {
      requireOpen(row);
      await requireEntry(tx, input);
      const payload = { kind: "label", v: 1, targetId: input.entryId, label: input.label } as const;
      await appendToSession(tx, row.id, { payload, event: "session.entry-labelled" });
    },
  });
}

async function requireEntry(
  tx: Transaction,
  at: { readonly sessionId: string; readonly entryId: string },
): Promise<void> {
  const known = await tx.unit.first(
    "select 1 from session_entries where session_id = $1 and id = $2 and organization_id = $3",
    [at.sessionId, at.entryId, tx.unit.organizationId],
  );
  if (known === undefined) throw missingEntry(at.entryId);
}
