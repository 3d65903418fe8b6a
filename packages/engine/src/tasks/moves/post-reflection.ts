import { renderReflection } from "@cadre/core";
import { TASK_LIMITS } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { latestSubmit } from "../submits/submit-rows.ts";
import type { TaskRow } from "../task-row.ts";

/** The tool a lesson is kept with. */
const LESSON_TOOL = "task_note";

/** Asks the assignee of an accepted task what it learned, at most five times a day and agent (M86). */
export async function postReflection(tx: Transaction, task: TaskRow): Promise<void> {
  const isThere = await tx.unit.first("select 1 from agents where id = $1 and deleted_at is null", [task.assigneeId]);
  if (isThere === undefined) return;
  if ((await acceptedToday(tx, task)) > TASK_LIMITS.maxReflectionsPerAgentPerDay) return;
  await tx.mailbox.post(
    task.assigneeId,
    { type: "system_event", payload: { subject: "reflection", text: await reflectionText(tx, task), taskId: task.id } },
    { taskId: task.id, dedupeKey: `task:${task.id}:reflection:v${task.version}` },
  );
}

/** Accepted tasks of the assignee since midnight UTC, this one included. */
async function acceptedToday(tx: Transaction, task: TaskRow): Promise<number> {
  const found = await tx.unit.first<{ count: number }>(
    `select count(*)::int as count from task_transitions r join tasks t on t.id = r.task_id
     where t.assignee_id = $1 and r.move = 'accept' and r.created_at >= date_trunc('day', cadre_now(), 'UTC')`,
    [task.assigneeId],
  );
  return found?.count ?? 0;
}

async function reflectionText(tx: Transaction, task: TaskRow): Promise<string> {
  const submit = await latestSubmit(tx, task.id, task.round);
  const revisions = await tx.unit.query<{ round: number; reason: string }>(
    `select round, coalesce(note, '') as reason from task_verdicts
     where task_id = $1 and verdict = 'revise' order by created_at, submit_id`,
    [task.id],
  );
  const notes = await tx.unit.query<{ author: string; at: Date; text: string }>(
    `select coalesce(a.name, p.name, n.author_id) as author, n.created_at as at, n.text from task_notes n
     left join agents a on a.id = n.author_id left join people p on p.id = n.author_id
     where n.task_id = $1 order by n.created_at, n.id`,
    [task.id],
  );
  return renderReflection({
    task: { id: task.id, key: task.key, title: task.title },
    rounds: task.round,
    durationMs: Math.max(0, task.updatedAt.getTime() - (task.startedAt ?? task.createdAt).getTime()),
    summary: submit?.summary ?? "",
    notes,
    revisions,
    lessonTool: LESSON_TOOL,
  });
}
