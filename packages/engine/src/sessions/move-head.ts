import {
  type Actor,
  branchSpans,
  type EntryPayload,
  type EventType,
  isHeadMove,
  missingEntry,
  pathTo,
  storedText,
} from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import type { Transaction } from "../transaction.ts";
import { appendToSession } from "./append-entry.ts";
import { readEntryIndex } from "./entry-index.ts";
import { actOnSession, type ActTarget, requireIdle, requireOpen } from "./session-act.ts";
import type { SessionView, SessionViewRow } from "./session-view.ts";

type HeadMove = {
  readonly kind: "leaf" | "revert";
  /** The new head; null: before the first entry. */
  readonly targetId: string | null;
  readonly revertedFromId: string | null;
  readonly event: EventType;
};

/**
 * Makes another entry the head, so that the next one is its child; what came after stays in the log. The entry that says so stands on no
 * branch. Faults: `session.archived`, `session.busy`, `session.entry-not-found`, `session.damaged`.
 */
async function moveHead(tx: Transaction, row: SessionViewRow, move: HeadMove): Promise<void> {
  requireOpen(row);
  await requireIdle(tx, row.id);
  const index = await readEntryIndex(tx.unit, row.id);
  const path = pathTo(index, move.targetId);
  const last = path.at(-1);
  if (last !== undefined && isHeadMove(last.kind)) throw missingEntry(last.id);
  const payload: EntryPayload = { kind: move.kind, v: 1, targetId: move.targetId };
  const entryId = tx.deps.newId("entry");
  const seq = row.entries + 1;
  await tx.unit.query(
    `with moved as (
       update sessions set next_seq = $3::int + 1, head_entry_id = $4, branch = $5::int[], head_compaction_seq = $6, reverted_from_id = $7
       where id = $1
     )
     insert into session_entries (session_id, id, seq, organization_id, parent_id, kind, v, payload)
     values ($1, $2, $3, $8, $9, $10, $11, $12)`,
    [
      row.id,
      entryId,
      seq,
      move.targetId,
      branchSpans(path, seq + 1),
      path.findLast(({ kind }) => kind === "compaction")?.seq ?? null,
      move.revertedFromId,
      tx.unit.organizationId,
      row.headEntryId,
      payload.kind,
      payload.v,
      storedText(payload),
    ],
  );
  tx.unit.emit({
    type: move.event,
    entity: { kind: "session", id: row.id },
    payload: { entryId, kind: payload.kind, targetId: move.targetId },
    actor: tx.actor,
  });
}

/**
 * Takes a session back to an earlier entry: what came after is not shown to the agent any more. It can be restored until something new
 * is said, which clears the boundary and goes on from there. Faults: those of every act, `session.archived`, `session.busy`,
 * `session.entry-not-found`, `session.damaged`.
 */
export function revertSession(
  deps: EngineDeps,
  actor: Actor,
  input: ActTarget & { readonly entryId: string | null },
): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "revert sessions" },
    work: (tx, row) =>
      moveHead(tx, row, {
        kind: "revert",
        targetId: input.entryId,
        revertedFromId: row.revertedFromId ?? row.headEntryId,
        event: "session.reverted",
      }),
  });
}

/** Puts the head back to where it stood before the revert. Faults: those of a revert, `session.not-reverted`. */
export function restoreSession(deps: EngineDeps, actor: Actor, input: ActTarget): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "restore sessions" },
    work: async (tx, row) => {
      if (row.revertedFromId === null) {
        throw new Fault("conflict", "session.not-reverted", {
          message: `Nothing of session ${row.id} is reverted, or something new was said since. Move its head to reach another branch.`,
        });
      }
      await moveHead(tx, row, {
        kind: "leaf",
        targetId: row.revertedFromId,
        revertedFromId: null,
        event: "session.restored",
      });
    },
  });
}

/**
 * Goes on from another entry of the log, on whatever branch; with a summary of the branch that is left, which the agent reads. Faults:
 * those of a revert.
 */
export function moveSessionHead(
  deps: EngineDeps,
  actor: Actor,
  input: ActTarget & { readonly entryId: string | null; readonly summary?: string | undefined },
): Promise<SessionView> {
  return actOnSession(deps, actor, {
    ...input,
    right: { least: "member", what: "move the head of sessions" },
    work: async (tx, row) => {
      const { entryId: targetId, summary } = input;
      await moveHead(tx, row, { kind: "leaf", targetId, revertedFromId: null, event: "session.head-moved" });
      if (summary === undefined || summary.trim() === "") return;
      const payload = { kind: "branch-summary", v: 1, fromId: targetId, summary: storableText(summary) } as const;
      await appendToSession(tx, row.id, { payload });
    },
  });
}
