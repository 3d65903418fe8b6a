import { TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { sqlNow } from "../../sql-now.ts";
import type { Transaction } from "../../transaction.ts";
import { unfinishedBlockers } from "../blockers.ts";
import { moveTask } from "../moves/move-task.ts";
import { lockTask, type TaskRow } from "../task-row.ts";
import { nextRunOf, parseSchedule } from "./stored-schedule.ts";

type DueTask = { readonly id: string; readonly organizationId: string };

export type FiredTask = { readonly taskId: string; readonly status: "run" | "skipped" };

/**
 * Starts every scheduled task whose time has come, each instant once (M77 to M79): only from completed or failed, not while its
 * schedule or the organization is paused, never beyond its maxRuns. Safe to call from several processes at once.
 */
export async function fireDueTasks(deps: EngineDeps): Promise<FiredTask[]> {
  const due = await deps.database.query<DueTask>(
    `select t.id, t.organization_id from tasks t join organizations o on o.id = t.organization_id
     where t.next_run_at <= cadre_now() and t.schedule_paused_at is null and t.status in ('completed', 'failed')
       and o.paused_at is null
     order by t.next_run_at limit $1`,
    [TASK_LIMITS.sweepBatch],
  );
  const fired: FiredTask[] = [];
  for (const task of due) {
    const result = await fireOne(deps, task);
    if (result !== undefined) fired.push(result);
  }
  return fired;
}

function fireOne(deps: EngineDeps, due: DueTask): Promise<FiredTask | undefined> {
  const actor = { kind: "system", id: "schedule", organizationId: due.organizationId } as const;
  return transact(deps, actor, async (tx) => {
    const task = await lockTask(tx, due.id);
    const instant = task.nextRunAt;
    if (instant === null || instant > (await sqlNow(tx.unit)) || !isAtRest(task)) return undefined;
    const maxRuns = parseSchedule(task.schedule)?.maxRuns;
    if (maxRuns !== undefined && task.scheduleRuns >= maxRuns) return endSchedule(tx, task);
    const obstacle = await obstacleTo(tx, task);
    const isTaken = await takeSlot(tx, task, { instant, obstacle });
    if (!isTaken || obstacle !== undefined) {
      await passSlot(tx, task);
      return isTaken ? { taskId: task.id, status: "skipped" } : undefined;
    }
    await tx.unit.query("update tasks set schedule_runs = schedule_runs + 1 where id = $1", [task.id]);
    await moveTask(tx, task.id, {
      move: task.status === "completed" ? "reopen" : "retry",
      note: `Scheduled run ${task.scheduleRuns + 1}`,
    });
    return { taskId: task.id, status: "run" };
  });
}

function isAtRest(task: TaskRow): boolean {
  return (task.status === "completed" || task.status === "failed") && task.schedulePausedAt === null;
}

/** Why the task cannot start now, as the slot remembers it. */
async function obstacleTo(tx: Transaction, task: TaskRow): Promise<string | undefined> {
  if ((await unfinishedBlockers(tx, task.id)).length > 0) return "a blocker is unfinished";
  const agent = await tx.unit.first("select 1 from agents where id = $1 and deleted_at is null", [task.assigneeId]);
  return agent === undefined ? "its agent was deleted" : undefined;
}

async function endSchedule(tx: Transaction, task: TaskRow): Promise<undefined> {
  await tx.unit.query("update tasks set next_run_at = null where id = $1", [task.id]);
  return undefined;
}

/** A slot is a row, unique per task and instant: whoever writes it serves it (PEER-C43). */
async function takeSlot(
  tx: Transaction,
  task: TaskRow,
  slot: { readonly instant: Date; readonly obstacle: string | undefined },
): Promise<boolean> {
  const taken = await tx.unit.count(
    `insert into schedule_slots (id, organization_id, owner_kind, owner_id, instant, status, reason)
     values ($1, $2, 'task', $3, $4, $5, $6) on conflict do nothing returning id`,
    [
      tx.deps.newId("slot"),
      task.organizationId,
      task.id,
      slot.instant,
      slot.obstacle === undefined ? "run" : "skipped",
      slot.obstacle ?? null,
    ],
  );
  return taken === 1;
}

async function passSlot(tx: Transaction, task: TaskRow): Promise<void> {
  await tx.unit.query("update tasks set next_run_at = $2 where id = $1", [task.id, await nextRunOf(tx, task)]);
}
