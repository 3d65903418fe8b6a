import { type Actor, type NextMover, offeredTaskMoves, type TaskDetail, type TaskRef } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { readCheckRows } from "./checks/check-rows.ts";
import { readDeliverables } from "./submits/deliverable-rows.ts";
import { readSubmits } from "./submits/read-submits.ts";
import { readSubtasks } from "./subtasks/subtask-rows.ts";
import { taskStanding } from "./task-standing.ts";
import { readTask } from "./task-row.ts";
import { taskOf } from "./task-view.ts";

/** A task with all that stands around it, and the moves the one who asks can make now (PEER-C40). */
export function getTask(deps: EngineDeps, actor: Actor, input: { readonly taskId: string }): Promise<TaskDetail> {
  return transact(deps, actor, (tx) => taskDetail(tx, input.taskId));
}

async function taskDetail(tx: Transaction, taskId: string): Promise<TaskDetail> {
  const row = await readTask(tx, taskId);
  const checks = await readCheckRows(tx, taskId);
  return {
    ...taskOf(row),
    nextMover: (await nextMoverOf(tx, taskId)) ?? null,
    moves: offeredTaskMoves(tx.actor, await taskStanding(tx, row)),
    ...(await relatives(tx, taskId)),
    subtasks: await readSubtasks(tx, taskId),
    checks: checks.map((check) => ({ ...check, spec: JSON.parse(check.spec) as Record<string, unknown> })),
    submits: await readSubmits(tx, taskId),
    deliverables: await readDeliverables(tx, taskId),
  };
}

/** What moves the task next; undefined at an end. */
function nextMoverOf(tx: Transaction, taskId: string): Promise<NextMover | undefined> {
  return tx.unit.first<NextMover>(
    "select mover, reason, run_id from task_next_movers where task_id = $1 and organization_id = $2",
    [taskId, tx.unit.organizationId],
  );
}

type Relatives = Pick<TaskDetail, "blockers" | "dependents" | "children" | "parent">;

async function relatives(tx: Transaction, taskId: string): Promise<Relatives> {
  const rows = await tx.unit.query<TaskRef & { relation: string }>(
    `select 'blocker' as relation, b.id, b.key, b.title, b.status, b.number
       from task_dependencies d join tasks b on b.id = d.blocker_id where d.task_id = $1 and d.organization_id = $2
     union all
     select 'dependent', t.id, t.key, t.title, t.status, t.number
       from task_dependencies d join tasks t on t.id = d.task_id where d.blocker_id = $1 and d.organization_id = $2
     union all
     select 'child', c.id, c.key, c.title, c.status, c.number
       from tasks c where c.parent_id = $1 and c.organization_id = $2
     union all
     select 'parent', p.id, p.key, p.title, p.status, p.number
       from tasks t join tasks p on p.id = t.parent_id where t.id = $1 and t.organization_id = $2
     order by 1, 6`,
    [taskId, tx.unit.organizationId],
  );
  const having = (relation: string): TaskRef[] =>
    rows.filter((row) => row.relation === relation).map(({ id, key, title, status }) => ({ id, key, title, status }));
  return {
    blockers: having("blocker"),
    dependents: having("dependent"),
    children: having("child"),
    parent: having("parent")[0] ?? null,
  };
}
