import { type Actor, NoteText, requireRole, type TaskNote } from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { readTask } from "../task-row.ts";

export type NoteInput = { readonly taskId: string; readonly text: string };

/** Keeps what the next round, a successor or the reviewer must know. Notes are read with the brief. */
export async function noteOnTask(deps: EngineDeps, actor: Actor, input: NoteInput): Promise<TaskNote> {
  if (actor.kind === "person") requireRole(actor, "member", "write notes");
  return transact(deps, actor, (tx) => noteIn(tx, input.taskId, NoteText.parse(input.text)));
}

export async function noteIn(tx: Transaction, taskId: string, text: string): Promise<TaskNote> {
  const task = await readTask(tx, taskId);
  const id = tx.deps.newId("note");
  const row = await tx.unit.first<{ createdAt: Date }>(
    `insert into task_notes (id, organization_id, task_id, author_kind, author_id, round, text)
     values ($1, $2, $3, $4, $5, $6, $7) returning created_at`,
    [id, tx.unit.organizationId, taskId, tx.actor.kind, tx.actor.id, task.round, storableText(text)],
  );
  if (row === undefined) throw new Error("A note was inserted and not returned.");
  tx.unit.emit({
    type: "task.noted",
    entity: { kind: "task", id: taskId },
    payload: { key: task.key, noteId: id, round: task.round },
    actor: tx.actor,
  });
  return {
    id,
    taskId,
    authorKind: tx.actor.kind,
    authorId: tx.actor.id,
    round: task.round,
    text: storableText(text),
    createdAt: row.createdAt.toISOString(),
  };
}
