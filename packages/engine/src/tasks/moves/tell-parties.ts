import type { Transaction } from "../../transaction.ts";
import { latestSubmit } from "../submits/submit-rows.ts";
import type { TaskRow } from "../task-row.ts";
import type { TaskChange } from "./task-change.ts";
import { isWorkStarting } from "./start-work.ts";

/** Step 4a: the reviewer learns of the submit. An agent by mail, a person by an approval and a notice. */
export async function askForReviewOf(tx: Transaction, task: TaskRow, submitId: string): Promise<void> {
  if (task.reviewerKind === "agent") {
    await tx.mailbox.post(
      task.reviewerId,
      {
        type: "review_request",
        payload: { taskId: task.id, taskKey: task.key, taskTitle: task.title, round: task.round, submitId },
      },
      { taskId: task.id, dedupeKey: `task:${task.id}:review:${submitId}:v${task.version}` },
    );
    return;
  }
  await askPersonForReview(tx, task);
}

/** Puts a review before people: an approval that decides it and comes with a notice. */
export async function askPersonForReview(tx: Transaction, task: TaskRow): Promise<void> {
  const submit = await latestSubmit(tx, task.id, task.round);
  await tx.approvals.request({
    kind: "review",
    title: `Review ${task.key} "${task.title}" (round ${task.round})`,
    description: submit?.summary ?? "",
    taskId: task.id,
    agentId: task.assigneeId,
  });
}

/** Step 4b: the assignee is told, unless work starts by it, or it only hands in, pauses or goes on. */
export async function tellAssignee(tx: Transaction, change: TaskChange, task: TaskRow): Promise<void> {
  const isHold = change.before.status === "in_progress" && task.status === "blocked";
  if (isWorkStarting(change) || change.move === "submit" || isHold) return;
  const isOwnAct = change.actor.kind === "agent" && change.actor.id === task.assigneeId;
  if (!isOwnAct && (await isAgentThere(tx, task.assigneeId))) await postStatus(tx, change, task);
  if (change.move === "reject") await tellProposer(tx, change, task);
}

async function postStatus(tx: Transaction, change: TaskChange, task: TaskRow): Promise<void> {
  await tx.mailbox.post(
    task.assigneeId,
    {
      type: "task_status_update",
      payload: {
        taskId: task.id,
        taskKey: task.key,
        taskTitle: task.title,
        status: task.status,
        round: task.round,
        triggerExecution: false,
        ...(change.note === undefined ? {} : { note: change.note }),
      },
    },
    { taskId: task.id, dedupeKey: `task:${task.id}:told:v${task.version}` },
  );
}

/** A refused proposal wakes the agent that made it (PEER-C40). */
async function tellProposer(tx: Transaction, change: TaskChange, task: TaskRow): Promise<void> {
  if (task.createdByKind !== "agent" || !(await isAgentThere(tx, task.createdById))) return;
  const reason = change.note === undefined ? "No reason was given." : `Reason: ${change.note}`;
  await tx.mailbox.post(
    task.createdById,
    {
      type: "system_event",
      payload: {
        subject: "notice",
        text: `Your task ${task.key} "${task.title}" was rejected. ${reason}`,
        taskId: task.id,
      },
    },
    { taskId: task.id, dedupeKey: `task:${task.id}:rejected` },
  );
}

async function isAgentThere(tx: Transaction, agentId: string): Promise<boolean> {
  const agent = await tx.unit.first("select 1 from agents where id = $1 and deleted_at is null", [agentId]);
  return agent !== undefined;
}
