import { type CheckResult, isTerminalTask, type TaskCheck, type TaskStatus } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { readChecks } from "../checks/check-rows.ts";
import { lockTask, type TaskRow } from "../task-row.ts";
import { readSubmits } from "./read-submits.ts";

export type ReadyToSubmit =
  | {
      readonly kind: "ready";
      readonly version: number;
      readonly checks: readonly TaskCheck[];
      /** A person created the task and with it its checks. */
      readonly isByPerson: boolean;
    }
  /** This very run has submitted the round already: the call is a repetition after an interruption. */
  | {
      readonly kind: "submitted-before";
      readonly submitId: string;
      readonly results: readonly CheckResult[];
      readonly files: number;
    };

/**
 * Whether the agent may submit the task now. Faults: `task.not-found`, `task.not-assignee`, `task.not-in-progress` (M68),
 * `task.subtasks-open` (M67), `task.children-open`.
 */
export async function readyToSubmit(
  tx: Transaction,
  taskId: string,
  by: { readonly agentId: string; readonly runId: string },
): Promise<ReadyToSubmit> {
  const task = await lockTask(tx, taskId);
  if (task.assigneeId !== by.agentId) {
    throw new Fault("forbidden", "task.not-assignee", {
      message: `${task.key} is assigned to another agent. Only its assignee can submit it.`,
    });
  }
  if (task.status !== "in_progress") {
    const [latest] = await readSubmits(tx, taskId);
    if (latest !== undefined && latest.runId === by.runId && latest.round === task.round) {
      return { kind: "submitted-before", submitId: latest.id, results: latest.checks, files: latest.files.length };
    }
    throw new Fault("conflict", "task.not-in-progress", {
      message: `${task.key} is ${task.status}, so it cannot be submitted. Only a task in progress can.`,
      details: { status: task.status },
    });
  }
  await refuseOpenSubtasks(tx, task);
  await refuseOpenChildren(tx, task);
  return {
    kind: "ready",
    version: task.version,
    checks: await readChecks(tx, taskId),
    isByPerson: task.createdByKind === "person",
  };
}

async function refuseOpenSubtasks(tx: Transaction, task: TaskRow): Promise<void> {
  const open = await tx.unit.query<{ id: string; title: string }>(
    "select id, title from task_subtasks where task_id = $1 and status = 'pending' order by position",
    [task.id],
  );
  if (open.length === 0) return;
  throw new Fault("conflict", "task.subtasks-open", {
    message: `${task.key} has unfinished subtasks: ${open.map(({ id, title }) => `${title} (${id})`).join(", ")}. Complete or cancel each of them, then submit.`,
    details: { subtasks: open.map(({ id }) => id) },
  });
}

async function refuseOpenChildren(tx: Transaction, task: TaskRow): Promise<void> {
  const children = await tx.unit.query<{ key: string; status: TaskStatus }>(
    "select key, status from tasks where parent_id = $1 order by number",
    [task.id],
  );
  const open = children.filter((child) => !isTerminalTask(child.status));
  if (open.length === 0) return;
  throw new Fault("conflict", "task.children-open", {
    message: `${task.key} waits for its child tasks: ${open.map(({ key, status }) => `${key} (${status})`).join(", ")}. End your reply; you are resumed when they are finished.`,
    details: { children: open.map(({ key }) => key) },
  });
}
