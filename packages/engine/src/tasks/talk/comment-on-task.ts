import { type Actor, NewTaskComment, requireRole, type TaskComment } from "@cadre/domain";
import { canonicalJson, Fault, storableText } from "@cadre/shared";
import type { z } from "zod";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { readTask, type TaskRow } from "../task-row.ts";

export type CommentInput = NewTaskComment & { readonly taskId: string };

/** Adds a comment. Mentioned people are told. */
export async function commentOnTask(deps: EngineDeps, actor: Actor, input: CommentInput): Promise<TaskComment> {
  if (actor.kind === "person") requireRole(actor, "member", "comment on tasks");
  const { taskId, ...comment } = input;
  return transact(deps, actor, (tx) => commentIn(tx, taskId, NewTaskComment.parse(comment)));
}

export async function commentIn(
  tx: Transaction,
  taskId: string,
  comment: z.output<typeof NewTaskComment>,
): Promise<TaskComment> {
  const task = await readTask(tx, taskId);
  if (comment.replyToId !== undefined) await requireComment(tx, taskId, comment.replyToId);
  await requireMentioned(tx, comment.mentions);
  const id = tx.deps.newId("comment");
  const row = await tx.unit.first<{ createdAt: Date }>(
    `insert into task_comments (id, organization_id, task_id, author_kind, author_id, text, reply_to_id, mentions)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning created_at`,
    [
      id,
      tx.unit.organizationId,
      taskId,
      tx.actor.kind,
      tx.actor.id,
      storableText(comment.text),
      comment.replyToId ?? null,
      canonicalJson(comment.mentions),
    ],
  );
  if (row === undefined) throw new Error("A comment was inserted and not returned.");
  tx.unit.emit({
    type: "task.commented",
    entity: { kind: "task", id: taskId },
    payload: { key: task.key, commentId: id, mentions: comment.mentions },
    actor: tx.actor,
  });
  await tellMentioned(tx, task, { id, comment });
  return {
    id,
    taskId,
    authorKind: tx.actor.kind,
    authorId: tx.actor.id,
    text: storableText(comment.text),
    replyToId: comment.replyToId ?? null,
    mentions: comment.mentions,
    createdAt: row.createdAt.toISOString(),
  };
}

async function requireComment(tx: Transaction, taskId: string, commentId: string): Promise<void> {
  const known = await tx.unit.first(
    "select 1 from task_comments where id = $1 and task_id = $2 and organization_id = $3",
    [commentId, taskId, tx.unit.organizationId],
  );
  if (known !== undefined) return;
  throw new Fault("not-found", "comment.not-found", {
    message: `This task has no comment ${commentId} to reply to.`,
    field: "replyToId",
  });
}

/** Only who is here can be mentioned: people, who are told, and agents, who read comments with the task. */
async function requireMentioned(tx: Transaction, mentions: readonly string[]): Promise<void> {
  if (mentions.length === 0) return;
  const known = await tx.unit.query<{ id: string }>(
    `select person_id as id from memberships where organization_id = $1 and person_id = any($2::text[])
     union all select id from agents where organization_id = $1 and id = any($2::text[])`,
    [tx.unit.organizationId, [...mentions]],
  );
  const missing = mentions.findIndex((mention) => !known.some(({ id }) => id === mention));
  if (missing === -1) return;
  throw new Fault("not-found", "person.not-found", {
    message: `There is nobody ${mentions[missing]} to mention. List the members of the organization to find their ids.`,
    field: `mentions.${missing}`,
  });
}

async function tellMentioned(
  tx: Transaction,
  task: TaskRow,
  { id, comment }: { readonly id: string; readonly comment: z.output<typeof NewTaskComment> },
): Promise<void> {
  const people = comment.mentions.filter((mention) => mention !== tx.actor.id);
  if (people.length === 0) return;
  await tx.notifications.notify(
    {
      type: "mention",
      title: `You were mentioned on ${task.key} "${task.title}"`,
      body: comment.text,
      entity: { kind: "task", id: task.id },
      dedupeKey: `comment:${id}`,
    },
    people,
  );
}
