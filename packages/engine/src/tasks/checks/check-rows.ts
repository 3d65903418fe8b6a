import { checkName, type CheckStage, NewTaskCheck, type TaskCheck } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";

type CheckRow = {
  readonly id: string;
  readonly stage: CheckStage;
  readonly kind: string;
  readonly name: string;
  readonly spec: string;
};

/** The checks of a task in their order. */
export async function readChecks(tx: Pick<Transaction, "unit">, taskId: string): Promise<TaskCheck[]> {
  return (await readCheckRows(tx, taskId)).map(checkOf);
}

export function readCheckRows(tx: Pick<Transaction, "unit">, taskId: string): Promise<CheckRow[]> {
  return tx.unit.query<CheckRow>(
    "select id, stage, kind, name, spec from task_checks where task_id = $1 and organization_id = $2 order by position, id",
    [taskId, tx.unit.organizationId],
  );
}

function checkOf(row: CheckRow): TaskCheck {
  const own = JSON.parse(row.spec) as Readonly<Record<string, unknown>>;
  const check = NewTaskCheck.parse({ ...own, kind: row.kind, stage: row.stage, name: row.name });
  return { ...check, id: row.id, name: row.name };
}

/**
 * Makes these the checks of a task. A check that was there already keeps its id and what it said of earlier submits; one that goes
 * takes its results with it.
 */
export async function storeChecks(tx: Transaction, taskId: string, checks: readonly NewTaskCheck[]): Promise<void> {
  const known = await readCheckRows(tx, taskId);
  const kept = new Set<string>();
  for (const [position, check] of checks.entries()) {
    const same = known.find((row) => !kept.has(row.id) && isSame(row, check));
    if (same !== undefined) kept.add(same.id);
    if (same === undefined) await insertCheck(tx, taskId, { check, position });
    else await tx.unit.query("update task_checks set position = $2 where id = $1", [same.id, position]);
  }
  const gone = known.filter((row) => !kept.has(row.id)).map((row) => row.id);
  if (gone.length === 0) return;
  await tx.unit.query("delete from task_check_results where check_id = any($1::text[])", [gone]);
  await tx.unit.query("delete from task_checks where id = any($1::text[])", [gone]);
}

async function insertCheck(
  tx: Transaction,
  taskId: string,
  { check, position }: { check: NewTaskCheck; position: number },
): Promise<void> {
  await tx.unit.query(
    `insert into task_checks (id, organization_id, task_id, stage, kind, name, spec, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.deps.newId("check"),
      tx.unit.organizationId,
      taskId,
      check.stage,
      check.kind,
      checkName(check),
      specOf(check),
      position,
    ],
  );
}

function isSame(row: CheckRow, check: NewTaskCheck): boolean {
  return (
    row.kind === check.kind && row.stage === check.stage && row.name === checkName(check) && row.spec === specOf(check)
  );
}

/** What is special to the check: everything but its kind, stage and name, which have columns. */
function specOf(check: NewTaskCheck): string {
  return canonicalJson({ ...check, kind: undefined, stage: undefined, name: undefined });
}
