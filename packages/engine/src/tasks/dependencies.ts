import { circleThrough, type TaskStatus, type WaitsFor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

/** Two new edges at once could close a circle that neither sees, so edges of one organization are added one after another. */
export async function lockDependencies(tx: Transaction): Promise<void> {
  await tx.unit.query("select pg_advisory_xact_lock(hashtextextended('task-dependencies:' || $1, 0))", [
    tx.unit.organizationId,
  ]);
}

export type NewBlockers = {
  readonly taskId: string;
  /** The parent of a task that is only being created. */
  readonly parentId?: string | undefined;
  readonly blockerIds: readonly string[];
};

/**
 * Adds blockers to a task. Faults: `task.not-found`, `task.blocker-closed`, `task.circle` with the way round, in which a parent
 * counts as waiting for its children. An edge that is there already stays. Call `lockDependencies` before.
 */
export async function addBlockers(tx: Transaction, { taskId, parentId, blockerIds }: NewBlockers): Promise<void> {
  if (blockerIds.length === 0) return;
  const blockers = await readBlockers(tx, blockerIds);
  const reached = await edgesBeyond(tx, blockerIds);
  const edges = parentId === undefined ? reached : [...reached, { taskId: parentId, forId: taskId }];
  for (const blocker of blockers) {
    if (blocker.id === taskId) refuseItself(blocker.key);
    const circle = circleThrough({ taskId, forId: blocker.id }, edges);
    if (circle !== undefined) await refuseCircle(tx, [taskId, ...circle]);
  }
  await tx.unit.query(
    `insert into task_dependencies (organization_id, task_id, blocker_id)
     select $1, $2, b from unnest($3::text[]) b on conflict do nothing`,
    [tx.unit.organizationId, taskId, blockers.map((blocker) => blocker.id)],
  );
}

async function readBlockers(tx: Transaction, ids: readonly string[]): Promise<{ id: string; key: string }[]> {
  const wanted = [...new Set(ids)];
  const found = await tx.unit.query<{ id: string; key: string; status: TaskStatus }>(
    "select id, key, status from tasks where organization_id = $1 and id = any($2::text[])",
    [tx.unit.organizationId, wanted],
  );
  const missing = wanted.find((id) => !found.some((task) => task.id === id));
  if (missing !== undefined) {
    throw new Fault("not-found", "task.not-found", {
      message: `There is no task ${missing} to wait for. Check the id, or list the tasks to find it.`,
      field: "blockerIds",
    });
  }
  const closed = found.find(({ status }) => status === "rejected" || status === "cancelled" || status === "archived");
  if (closed !== undefined) {
    throw new Fault("conflict", "task.blocker-closed", {
      message: `${closed.key} is ${closed.status} and will never be completed, so nothing can wait for it.`,
      field: "blockerIds",
    });
  }
  return found;
}

/** Every edge that can be reached from the new blockers. */
function edgesBeyond(tx: Transaction, from: readonly string[]): Promise<WaitsFor[]> {
  return tx.unit.query<WaitsFor>(
    `with recursive reached (id) as (
       select unnest($2::text[])
       union
       select e.for_id from reached r cross join lateral (
         select blocker_id as for_id from task_dependencies where task_id = r.id and organization_id = $1
         union all select id from tasks where parent_id = r.id and organization_id = $1) e
     )
     select d.task_id, d.blocker_id as for_id from task_dependencies d join reached r on r.id = d.task_id
     union all
     select t.parent_id, t.id from tasks t join reached r on r.id = t.parent_id`,
    [tx.unit.organizationId, [...from]],
  );
}

function refuseItself(key: string): never {
  throw new Fault("conflict", "task.circle", {
    message: `${key} cannot wait for itself: it would never start. Leave it out of its own blockers.`,
    field: "blockerIds",
    details: { circle: [key] },
  });
}

async function refuseCircle(tx: Transaction, circle: readonly string[]): Promise<never> {
  const tasks = await tx.unit.query<{ id: string; key: string }>(
    "select id, key from tasks where id = any($1::text[])",
    [[...circle]],
  );
  const keys = circle.map((id) => tasks.find((task) => task.id === id)?.key ?? "the new task");
  throw new Fault("conflict", "task.circle", {
    message: `Then these tasks would wait for each other for ever: ${[...keys, keys[0] ?? ""].join(" → ")}. Leave one of the dependencies out.`,
    field: "blockerIds",
    details: { circle: keys },
  });
}
