import { assertNever, isFault, TASK_LIMITS } from "@cadre/shared";
import type { TaskStatus } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { routeReview } from "../moves/route-review.ts";
import { startWork } from "../moves/start-work.ts";
import { askPersonForReview } from "../moves/tell-parties.ts";
import { lockTask, type TaskRow } from "../task-row.ts";

type Stuck = { readonly taskId: string; readonly organizationId: string };

/**
 * Gives every open task that nobody moves a mover again (I19): work is started, a review that its reviewer cannot give goes to
 * people, a proposal is put before them. The usual reason is a review turn that ended without a verdict. Returns the ids; each is
 * worth an alarm. What cannot be repaired keeps its mover `none`.
 */
export async function repairNextMovers(deps: EngineDeps): Promise<string[]> {
  const stuck = await deps.database.query<Stuck>(
    `select task_id, organization_id from task_next_movers
     where mover = 'none' and status in ('pending', 'in_progress', 'blocked', 'review') order by task_id limit $1`,
    [TASK_LIMITS.sweepBatch],
  );
  const repaired: string[] = [];
  for (const { taskId, organizationId } of stuck) {
    const actor = { kind: "system", id: "next-mover", organizationId } as const;
    const isRepaired = await transact(deps, actor, (tx) => repairOne(tx, taskId)).catch((error: unknown) => {
      if (isFault(error)) return false;
      throw error;
    });
    if (isRepaired) repaired.push(taskId);
  }
  return repaired;
}

async function repairOne(tx: Transaction, taskId: string): Promise<boolean> {
  const task = await lockTask(tx, taskId);
  const mover = await tx.unit.first<{ mover: string; status: TaskStatus }>(
    "select mover, status from task_next_movers where task_id = $1",
    [taskId],
  );
  if (mover?.mover !== "none") return false;
  switch (task.status) {
    case "pending":
      await askForStart(tx, task);
      return true;
    case "in_progress":
      if (await isAssigneeGone(tx, task)) {
        await tx.tasks.move(taskId, "block", { note: "Its agent was deleted. Assign it to another one." });
        return true;
      }
      await startWork(tx, task, { cause: `repair:${tx.deps.newId("event")}` });
      return true;
    case "blocked":
      await tx.tasks.move(taskId, "unblock");
      return true;
    case "review":
      await passToPerson(tx, task);
      return true;
    case "completed":
    case "failed":
    case "rejected":
    case "cancelled":
    case "archived":
      return false;
    default:
      return assertNever(task.status);
  }
}

async function isAssigneeGone(tx: Transaction, task: TaskRow): Promise<boolean> {
  const gone = await tx.unit.first("select 1 from agents where id = $1 and deleted_at is not null", [task.assigneeId]);
  return gone !== undefined;
}

async function askForStart(tx: Transaction, task: TaskRow): Promise<void> {
  await tx.approvals.request({
    kind: "task",
    title: `Start ${task.key} "${task.title}"?`,
    description: task.description,
    taskId: task.id,
  });
}

async function passToPerson(tx: Transaction, task: TaskRow): Promise<void> {
  const reviewer = await routeReview(tx, task, { to: "person" });
  const passed = await tx.unit.first<TaskRow>(
    `update tasks set reviewer_kind = $2, reviewer_id = $3, version = version + 1, updated_at = cadre_now()
     where id = $1 returning *`,
    [task.id, reviewer.kind, reviewer.id],
  );
  if (passed === undefined) return;
  tx.unit.emit({
    type: "task.edited",
    entity: { kind: "task", id: task.id },
    payload: { key: task.key, fields: ["reviewer"] },
    actor: tx.actor,
  });
  await askPersonForReview(tx, passed);
}
