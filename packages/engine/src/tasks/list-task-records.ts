import type { Actor, NextMover, TaskComment, TaskNote, TaskStatus, TaskTransition } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { readTask } from "./task-row.ts";

type Dated<Row> = Omit<Row, "createdAt"> & { readonly createdAt: Date };
type OfTask = { readonly taskId: string; readonly limit?: number };
type PageOfTask = PageRequest & { readonly taskId: string };

function dated<Row extends { readonly createdAt: Date }>(row: Row): Omit<Row, "createdAt"> & { createdAt: string } {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

/** The moves of a task, newest first. Fault: `task.not-found`. */
export function pageTransitions(deps: EngineDeps, actor: Actor, input: PageOfTask): Promise<Page<TaskTransition>> {
  const size = pageSize(input);
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    const rows = await tx.unit.query<Dated<TaskTransition>>(
      `select id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id, note, created_at
       from task_transitions
       where task_id = $1 and organization_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
      [input.taskId, tx.unit.organizationId, transitionCursor(input.cursor), size + 1],
    );
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    return { data: page.map(dated), nextCursor: last === undefined ? null : String(last.id) };
  });
}

/** A cursor that this list never gave leads to an empty page, as in every other list. */
function transitionCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
}

/** The comments on a task, newest first. Fault: `task.not-found`. */
export function pageComments(deps: EngineDeps, actor: Actor, input: PageOfTask): Promise<Page<TaskComment>> {
  const size = pageSize(input);
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    const rows = await tx.unit.query<Dated<Omit<TaskComment, "mentions"> & { mentions: string }>>(
      `select id, task_id, author_kind, author_id, text, reply_to_id, mentions, created_at
       from task_comments
       where task_id = $1 and organization_id = $2
         and ($3::text is null or (created_at, id) < (select created_at, id from task_comments where id = $3 and task_id = $1))
       order by created_at desc, id desc limit $4`,
      [input.taskId, tx.unit.organizationId, input.cursor ?? null, size + 1],
    );
    return pageOfRows(rows, size, (row) => ({ ...dated(row), mentions: JSON.parse(row.mentions) as string[] }));
  });
}

/** The notes on a task, newest first. Fault: `task.not-found`. */
export function pageNotes(deps: EngineDeps, actor: Actor, input: PageOfTask): Promise<Page<TaskNote>> {
  const size = pageSize(input);
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    const rows = await tx.unit.query<Dated<TaskNote>>(
      `select id, task_id, author_kind, author_id, round, text, created_at
       from task_notes
       where task_id = $1 and organization_id = $2
         and ($3::text is null or (created_at, id) < (select created_at, id from task_notes where id = $3 and task_id = $1))
       order by created_at desc, id desc limit $4`,
      [input.taskId, tx.unit.organizationId, input.cursor ?? null, size + 1],
    );
    return pageOfRows(rows, size, dated);
  });
}

/** The newest moves of a task, oldest first. */
export async function listTransitions(deps: EngineDeps, actor: Actor, input: OfTask): Promise<TaskTransition[]> {
  return (await pageTransitions(deps, actor, newest(input))).data.toReversed();
}

/** The newest comments on a task, oldest first. */
export async function listComments(deps: EngineDeps, actor: Actor, input: OfTask): Promise<TaskComment[]> {
  return (await pageComments(deps, actor, newest(input))).data.toReversed();
}

/** The newest notes on a task, oldest first. */
export async function listNotes(deps: EngineDeps, actor: Actor, input: OfTask): Promise<TaskNote[]> {
  return (await pageNotes(deps, actor, newest(input))).data.toReversed();
}

function newest({ taskId, limit = API_LIMITS.listPageMax }: OfTask): PageOfTask {
  return { taskId, limit };
}

export type BoardEntry = NextMover & {
  readonly taskId: string;
  readonly key: string;
  readonly title: string;
  readonly status: TaskStatus;
};

/** Who moves each open task next; `mover: "none"` lists the alarms (I19). */
export function listNextMovers(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly mover?: NextMover["mover"] | undefined } = {},
): Promise<BoardEntry[]> {
  return deps.database.query<BoardEntry>(
    `select m.task_id, m.key, t.title, m.status, m.mover, m.reason, m.run_id
     from task_next_movers m join tasks t on t.id = m.task_id
     where m.organization_id = $1 and ($2::text is null or m.mover = $2) order by t.created_at desc, t.id desc limit $3`,
    [actor.organizationId, input.mover ?? null, API_LIMITS.listPageMax],
  );
}
