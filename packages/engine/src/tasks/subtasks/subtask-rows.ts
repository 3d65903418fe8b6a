import type { Subtask } from "@cadre/domain";
import { Fault, storableText, TASK_LIMITS } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";

type SubtaskRow = Omit<Subtask, "createdAt"> & { readonly createdAt: Date };

const COLUMNS = "id, task_id, title, status, position, reason, created_at";

export async function readSubtasks(tx: Pick<Transaction, "unit">, taskId: string): Promise<Subtask[]> {
  const rows = await tx.unit.query<SubtaskRow>(
    `select ${COLUMNS} from task_subtasks where task_id = $1 and organization_id = $2 order by position, id`,
    [taskId, tx.unit.organizationId],
  );
  return rows.map(subtaskOf);
}

/** Adds lines at the end of a task's checklist. Fault `task.too-many-subtasks`. */
export async function addSubtaskRows(tx: Transaction, taskId: string, titles: readonly string[]): Promise<Subtask[]> {
  if (titles.length === 0) return [];
  const rows = await tx.unit.query<SubtaskRow>(
    `insert into task_subtasks (id, organization_id, task_id, title, position)
     select new.id, $1, $2, new.title,
       new.place - 1 + (select coalesce(max(position) + 1, 0) from task_subtasks where task_id = $2)
     from unnest($3::text[], $4::text[]) with ordinality as new (id, title, place)
     where (select count(*) from task_subtasks where task_id = $2) + cardinality($3::text[]) <= $5
     returning ${COLUMNS}`,
    [
      tx.unit.organizationId,
      taskId,
      titles.map(() => tx.deps.newId("subtask")),
      titles.map(storableText),
      TASK_LIMITS.subtasksPerTask,
    ],
  );
  if (rows.length > 0) return rows.map(subtaskOf);
  throw new Fault("limit", "task.too-many-subtasks", {
    message: `A task takes ${TASK_LIMITS.subtasksPerTask} subtasks. Split the work into child tasks instead.`,
  });
}

/** Ends one pending line; one that has ended the same way stays as it is. Faults: `subtask.not-found`, `subtask.closed`. */
export async function endSubtaskRow(
  tx: Transaction,
  subtask: { readonly taskId: string; readonly subtaskId: string },
  end: { readonly status: "completed" | "cancelled"; readonly reason?: string },
): Promise<Subtask> {
  const [row] = await tx.unit.query<SubtaskRow>(
    `update task_subtasks set status = $4, reason = $5
     where id = $1 and task_id = $2 and organization_id = $3 and status = 'pending' returning ${COLUMNS}`,
    [
      subtask.subtaskId,
      subtask.taskId,
      tx.unit.organizationId,
      end.status,
      end.reason === undefined ? null : storableText(end.reason),
    ],
  );
  if (row !== undefined) return subtaskOf(row);
  const known = await tx.unit.first<SubtaskRow>(
    `select ${COLUMNS} from task_subtasks where id = $1 and task_id = $2 and organization_id = $3`,
    [subtask.subtaskId, subtask.taskId, tx.unit.organizationId],
  );
  if (known === undefined) {
    throw new Fault("not-found", "subtask.not-found", {
      message: `This task has no subtask ${subtask.subtaskId}. List its subtasks to find the id.`,
    });
  }
  if (known.status === end.status) return subtaskOf(known);
  throw new Fault("conflict", "subtask.closed", {
    message: `Subtask ${subtask.subtaskId} is ${known.status} already.`,
  });
}

function subtaskOf(row: SubtaskRow): Subtask {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

/** The task a subtask belongs to. Fault `subtask.not-found`. */
export async function taskOfSubtask(tx: Transaction, subtaskId: string): Promise<string> {
  const row = await tx.unit.first<{ taskId: string }>(
    "select task_id from task_subtasks where id = $1 and organization_id = $2",
    [subtaskId, tx.unit.organizationId],
  );
  if (row !== undefined) return row.taskId;
  throw new Fault("not-found", "subtask.not-found", {
    message: `There is no subtask ${subtaskId}. List the subtasks of the task to find the id.`,
    field: "subtask_id",
  });
}
