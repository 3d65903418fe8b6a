import { isTerminalTask, type NewTask } from "@cadre/domain";
import { canonicalJson, Fault, storableText, TASK_LIMITS } from "@cadre/shared";
import type { z } from "zod";
import type { Transaction } from "../../transaction.ts";
import { storeChecks } from "../checks/check-rows.ts";
import { addBlockers, lockDependencies } from "../dependencies.ts";
import { addSubtaskRows } from "../subtasks/subtask-rows.ts";
import { requireCron } from "../schedule/require-cron.ts";
import { requireAgent, requireReviewer } from "../task-people.ts";
import type { TaskRow } from "../task-row.ts";
import { approveOrAsk, type ParentRow } from "./approve-or-ask.ts";

type Input = z.output<typeof NewTask>;

/**
 * Creates a task with its checks, subtasks and blockers, and lets it start as far as its creator may. Faults: `project.not-found`,
 * `agent.not-found`, `agent.deleted`, `task.self-review`, `task.not-found`, `task.parent-closed`, `task.circle`, `task.too-many-*`, `schedule.bad-cron`.
 */
export async function createTaskIn(tx: Transaction, input: Input): Promise<TaskRow> {
  requireCron(input.schedule, tx.deps.now());
  await requireAgent(tx, input.assigneeId, "assigneeId");
  await requireReviewer(tx, { kind: input.reviewerKind, id: input.reviewerId }, { assigneeId: input.assigneeId });
  const parent = input.parentId === undefined ? undefined : await openParent(tx, input.parentId);
  await refuseTooManyPending(tx);
  if (input.blockerIds.length > 0) await lockDependencies(tx);
  const task = await insertTask(tx, input);
  await addBlockers(tx, { taskId: task.id, parentId: task.parentId ?? undefined, blockerIds: input.blockerIds });
  await storeChecks(tx, task.id, input.checks);
  await addSubtaskRows(tx, task.id, input.subtasks);
  tx.unit.emit({
    type: "task.created",
    entity: { kind: "task", id: task.id },
    payload: {
      key: task.key,
      title: task.title,
      projectId: task.projectId,
      parentId: task.parentId ?? undefined,
      assigneeId: task.assigneeId,
      status: task.status,
      version: task.version,
    },
    actor: tx.actor,
  });
  return approveOrAsk(tx, task, { parent, isDraft: input.isDraft });
}

async function insertTask(tx: Transaction, input: Input): Promise<TaskRow> {
  const { key, number } = await takeKey(tx, input.projectId);
  const task = await tx.unit.first<TaskRow>(
    `with created as (
       insert into tasks (id, organization_id, project_id, number, key, title, description, status, priority, assignee_id,
         reviewer_kind, reviewer_id, created_by_kind, created_by_id, parent_id, schedule, timeout_ms)
       values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10, $11, $12, $13, $14, $15, $16) returning *
     ), made as (
       insert into task_transitions
         (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id)
       select organization_id, id, 'create', null, status, version, round, $12, $13 from created
     )
     select * from created`,
    [
      tx.deps.newId("task"),
      tx.unit.organizationId,
      input.projectId,
      number,
      key,
      storableText(input.title),
      storableText(input.description),
      input.priority,
      input.assigneeId,
      input.reviewerKind,
      input.reviewerId,
      tx.actor.kind,
      tx.actor.id,
      input.parentId ?? null,
      input.schedule === undefined ? null : canonicalJson(input.schedule),
      input.timeoutMs ?? null,
    ],
  );
  if (task === undefined) throw new Error("A task was inserted and not returned.");
  return task;
}

/** The next key of the project. A task that is not created after all gives its number back with the rollback. */
async function takeKey(tx: Transaction, projectId: string): Promise<{ key: string; number: number }> {
  const project = await tx.unit.first<{ key: string; number: number }>(
    `update projects set next_task_number = next_task_number + 1
     where id = $1 and organization_id = $2 and archived_at is null returning key, next_task_number - 1 as number`,
    [projectId, tx.unit.organizationId],
  );
  if (project !== undefined) return { key: `${project.key}-${project.number}`, number: project.number };
  throw new Fault("not-found", "project.not-found", {
    message: `There is no open project ${projectId}. List the projects and use one of their ids.`,
    field: "projectId",
  });
}

async function openParent(tx: Transaction, parentId: string): Promise<ParentRow> {
  const parent = await tx.unit.first<ParentRow & { childCount: number }>(
    `select p.id, p.key, p.status, p.assignee_id, (select count(*)::int from tasks c where c.parent_id = p.id) as child_count
     from tasks p where p.id = $1 and p.organization_id = $2 for share of p`,
    [parentId, tx.unit.organizationId],
  );
  if (parent === undefined) {
    throw new Fault("not-found", "task.not-found", {
      message: `There is no task ${parentId} to be the parent. Check the id, or list the tasks to find it.`,
      field: "parentId",
    });
  }
  if (isTerminalTask(parent.status)) {
    throw new Fault("conflict", "task.parent-closed", {
      message: `${parent.key} is ${parent.status}, so it takes no new child tasks. Reopen it first, or create the task on its own.`,
      field: "parentId",
    });
  }
  if (parent.childCount < TASK_LIMITS.childrenPerTask) return parent;
  throw new Fault("limit", "task.too-many-children", {
    message: `${parent.key} has ${parent.childCount} child tasks, which is the limit. Group the work under one of them.`,
    field: "parentId",
  });
}

/** An agent that proposes faster than people decide is told to wait. */
async function refuseTooManyPending(tx: Transaction): Promise<void> {
  if (tx.actor.kind !== "agent") return;
  const found = await tx.unit.first<{ count: number }>(
    `select count(*)::int as count from tasks
     where organization_id = $1 and status = 'pending' and created_by_kind = 'agent' and created_by_id = $2`,
    [tx.unit.organizationId, tx.actor.id],
  );
  const count = found?.count ?? 0;
  if (count < TASK_LIMITS.maxPendingTasksPerAgent) return;
  throw new Fault("limit", "task.too-many-pending", {
    message: `${count} of your tasks wait for a person's approval already. Wait for decisions, or cancel one that is not needed.`,
  });
}
