import type { HandedOverFacts, RelatedTaskFacts, RemarkFacts } from "@cadre/core";
import { PROMPT_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

type Reads = Pick<EngineDeps, "database">;

type RelatedRow = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
  readonly description: string;
  readonly summary: string | null;
};

const COLUMNS = `t.id, t.key, t.title, t.status, t.description,
  (select s.summary from task_submits s where s.task_id = t.id order by s.created_at desc limit 1) as summary`;

/** The tasks a task waits for, in the order of their keys. */
export async function readDependencies(deps: Reads, taskId: string): Promise<RelatedTaskFacts[]> {
  const rows = await deps.database.query<RelatedRow>(
    `select ${COLUMNS} from task_dependencies d join tasks t on t.id = d.blocker_id where d.task_id = $1 order by t.number`,
    [taskId],
  );
  return Promise.all(rows.map((row) => withHandOver(deps, row)));
}

/** The child tasks of a task, in the order of their keys. */
export async function readChildren(deps: Reads, taskId: string): Promise<RelatedTaskFacts[]> {
  const rows = await deps.database.query<RelatedRow>(
    `select ${COLUMNS} from tasks t where t.parent_id = $1 order by t.number`,
    [taskId],
  );
  return Promise.all(rows.map((row) => withHandOver(deps, row)));
}

async function withHandOver(deps: Reads, row: RelatedRow): Promise<RelatedTaskFacts> {
  const [deliverables, notes] = await Promise.all([
    readHandedOver(deps, row.id, (path) => `inputs/${row.key}/${path}`),
    readNotes(deps, row.id, PROMPT_LIMITS.dependencyNotes),
  ]);
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    status: row.status,
    description: row.description === "" ? undefined : row.description,
    summary: row.summary ?? undefined,
    deliverables,
    notes,
  };
}

/** The newest version of each deliverable of a task. Files are named as the reader finds them. */
export async function readHandedOver(
  deps: Reads,
  taskId: string,
  shownAs: (path: string) => string,
): Promise<HandedOverFacts[]> {
  const rows = await deps.database.query<{ type: string; reference: string; summary: string }>(
    `select distinct on (reference) type, reference, summary from deliverables
     where task_id = $1 order by reference, version desc`,
    [taskId],
  );
  return rows.map(({ type, reference, summary }) => ({
    path: type === "link" ? reference : shownAs(reference),
    summary: summary === "" ? undefined : summary,
  }));
}

/** The newest notes of a task, oldest first. */
export async function readNotes(deps: Reads, taskId: string, newest: number): Promise<RemarkFacts[]> {
  const rows = await deps.database.query<{ author: string; at: Date; text: string }>(
    `select coalesce(a.name, p.name, n.author_kind) as author, n.created_at as at, n.text
     from task_notes n left join agents a on a.id = n.author_id left join people p on p.id = n.author_id
     where n.task_id = $1 order by n.created_at desc, n.id desc limit $2`,
    [taskId, newest],
  );
  return rows.reverse();
}
