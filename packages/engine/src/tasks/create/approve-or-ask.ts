import { ProjectGovernance, type TaskStatus } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";
import { moveTask } from "../moves/move-task.ts";
import { systemActor } from "../system-actor.ts";
import type { TaskRow } from "../task-row.ts";

export type ParentRow = {
  readonly id: string;
  readonly key: string;
  readonly status: TaskStatus;
  readonly assigneeId: string;
};

/**
 * Who creates a task may let it start, or must ask. A person approves by creating, unless it is a draft. An agent's task waits for a
 * person (M62), except a child of its own approved task and where the project's rules say otherwise.
 */
export async function approveOrAsk(
  tx: Transaction,
  task: TaskRow,
  { parent, isDraft }: { readonly parent: ParentRow | undefined; readonly isDraft: boolean },
): Promise<TaskRow> {
  if (tx.actor.kind !== "agent") return isDraft ? task : moveTask(tx, task.id, { move: "approve" });
  if (isApprovedWithParent(tx, parent) || (await isApprovedByRules(tx, task))) {
    return moveTask(tx, task.id, { move: "approve", by: systemActor(tx, "governance") });
  }
  await tx.approvals.request({
    kind: "task",
    title: `Start ${task.key} "${task.title}"?`,
    description: task.description,
    taskId: task.id,
    agentId: tx.actor.id,
  });
  return task;
}

/** Splitting one's own approved task is part of doing it; hanging work on somebody else's is a proposal. */
function isApprovedWithParent(tx: Transaction, parent: ParentRow | undefined): boolean {
  return parent !== undefined && parent.status !== "pending" && parent.assigneeId === tx.actor.id;
}

async function isApprovedByRules(tx: Transaction, task: TaskRow): Promise<boolean> {
  const found = await tx.unit.first<{ governance: string; position: string }>(
    `select p.governance, a.position from projects p join agents a on a.id = $2 where p.id = $1`,
    [task.projectId, tx.actor.id],
  );
  if (found === undefined) return false;
  const { creationTier } = ProjectGovernance.parse(JSON.parse(found.governance));
  return creationTier === "auto" || (creationTier === "manager" && found.position === "manager");
}
