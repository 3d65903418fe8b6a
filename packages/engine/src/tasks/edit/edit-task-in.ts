import { type TaskEdit, type TaskEditField, taskEditRefusal, type TaskStanding } from "@cadre/domain";
import { canonicalJson, Fault, storableText } from "@cadre/shared";
import type { z } from "zod";
import type { Transaction } from "../../transaction.ts";
import { storeChecks } from "../checks/check-rows.ts";
import { askForReviewOf } from "../moves/tell-parties.ts";
import { refuseStale } from "../refuse-stale.ts";
import { requireCron } from "../schedule/require-cron.ts";
import { nextRunOf } from "../schedule/stored-schedule.ts";
import { latestSubmit } from "../submits/submit-rows.ts";
import { requireReviewer } from "../task-people.ts";
import { lockTask, readTask, type TaskRow } from "../task-row.ts";
import { taskStanding } from "../task-standing.ts";
import { setBlockers } from "./set-blockers.ts";

type Edit = z.output<typeof TaskEdit>;

/** The change as a caller may make it in its own transaction. Faults: `task.stale`, `task.not-allowed`, `task.archived`, those of the fields. */
export async function editTaskIn(
  tx: Transaction,
  taskId: string,
  { edit, version }: { readonly edit: Edit; readonly version?: number },
): Promise<TaskRow> {
  const task = await lockTask(tx, taskId);
  refuseStale(task, version);
  if (task.status === "archived") {
    throw new Fault("conflict", "task.archived", { message: `${task.key} is archived and stays as it is.` });
  }
  const standing = await taskStanding(tx, task);
  const fields = editedFields(edit);
  if (fields.length === 0) return task;
  for (const field of fields) {
    const refusal = taskEditRefusal(tx.actor, field, standing);
    if (refusal !== undefined) throw refusal;
  }
  requireCron(edit.schedule, tx.deps.now());
  if (fields.includes("reviewer")) await checkReviewer(tx, task, { edit, standing });
  const edited = await writeFields(tx, task, edit);
  if (edit.checks !== undefined) await storeChecks(tx, task.id, edit.checks);
  if (fields.includes("schedule")) await reschedule(tx, edited);
  tx.unit.emit({
    type: "task.edited",
    entity: { kind: "task", id: task.id },
    payload: { key: task.key, version: edited.version, fields },
    actor: tx.actor,
  });
  if (fields.includes("reviewer") && edited.status === "review") await askNewReviewer(tx, edited);
  if (edit.blockerIds !== undefined) await setBlockers(tx, edited, edit.blockerIds);
  return readTask(tx, task.id);
}

function editedFields(edit: Edit): TaskEditField[] {
  const fields: TaskEditField[] = [];
  if (edit.title !== undefined) fields.push("title");
  if (edit.description !== undefined) fields.push("description");
  if (edit.priority !== undefined) fields.push("priority");
  if (edit.reviewerId !== undefined || edit.reviewerKind !== undefined) fields.push("reviewer");
  if (edit.blockerIds !== undefined) fields.push("blockers");
  if (edit.checks !== undefined) fields.push("checks");
  if (edit.schedule !== undefined || edit.isSchedulePaused !== undefined) fields.push("schedule");
  if (edit.timeoutMs !== undefined) fields.push("timeout");
  return fields;
}

async function checkReviewer(
  tx: Transaction,
  task: TaskRow,
  { edit, standing }: { readonly edit: Edit; readonly standing: TaskStanding },
): Promise<void> {
  const reviewer = { kind: edit.reviewerKind ?? task.reviewerKind, id: edit.reviewerId ?? task.reviewerId };
  const authorIds = task.status === "review" ? standing.roundAuthorIds : [];
  await requireReviewer(tx, reviewer, { assigneeId: task.assigneeId, authorIds });
}

async function writeFields(tx: Transaction, task: TaskRow, edit: Edit): Promise<TaskRow> {
  const { schedule } = edit;
  const row = await tx.unit.first<TaskRow>(
    `update tasks set title = coalesce($3, title), description = coalesce($4, description), priority = coalesce($5, priority),
       reviewer_kind = coalesce($6, reviewer_kind), reviewer_id = coalesce($7, reviewer_id),
       schedule = case when $8 then $9 else schedule end,
       schedule_paused_at = case $10::boolean when true then coalesce(schedule_paused_at, cadre_now()) when false then null
         else schedule_paused_at end,
       timeout_ms = case when $11 then $12::int else timeout_ms end,
       version = version + 1, updated_at = cadre_now()
     where id = $1 and version = $2 returning *`,
    [
      task.id,
      task.version,
      edit.title === undefined ? null : storableText(edit.title),
      edit.description === undefined ? null : storableText(edit.description),
      edit.priority ?? null,
      edit.reviewerKind ?? null,
      edit.reviewerId ?? null,
      schedule !== undefined,
      schedule === undefined || schedule === null ? null : canonicalJson(schedule),
      edit.isSchedulePaused ?? null,
      edit.timeoutMs !== undefined,
      edit.timeoutMs ?? null,
    ],
  );
  if (row === undefined) throw new Error(`Task ${task.id} was locked and still changed.`);
  return row;
}

/** A task at rest gets its next instant from the new schedule; one at work gets it when it rests. */
async function reschedule(tx: Transaction, task: TaskRow): Promise<void> {
  if (task.status !== "completed" && task.status !== "failed") return;
  await tx.unit.query("update tasks set next_run_at = $2 where id = $1", [task.id, await nextRunOf(tx, task)]);
}

async function askNewReviewer(tx: Transaction, task: TaskRow): Promise<void> {
  await tx.mailbox.dropForTask(task.id, { withWork: true });
  await tx.approvals.cancelForTask(task.id, `${task.key} got another reviewer`);
  const submit = await latestSubmit(tx, task.id, task.round);
  if (submit !== undefined) await askForReviewOf(tx, task, submit.id);
}
