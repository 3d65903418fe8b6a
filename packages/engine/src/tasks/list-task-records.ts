import type { Actor, NextMover, TaskComment, TaskNote, TaskTransition } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { readTask } from "./task-row.ts";

type Dated<Row> = Omit<Row, "createdAt"> & { readonly createdAt: Date };
type OfTask = { readonly taskId: string; readonly limit?: number };

function dated<Row extends { readonly createdAt: Date }>(row: Row): Omit<Row, "createdAt"> & { createdAt: string } {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

/** The newest moves of a task, oldest first. */
export function listTransitions(deps: EngineDeps, actor: Actor, input: OfTask): Promise<TaskTransition[]> {
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    const rows = await tx.unit.query<Dated<TaskTransition>>(
      `select id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id, note, created_at
       from task_transitions where task_id = $1 order by id desc limit $2`,
      [input.taskId, input.limit ?? API_LIMITS.listPageMax],
    );
    return rows.reverse().map(dated);
  });
}

/** The newest comments on a task, oldest first. */
export function listComments(deps: EngineDeps, actor: Actor, input: OfTask): Promise<TaskComment[]> {
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    const rows = await tx.unit.query<Dated<Omit<TaskComment, "mentions"> & { mentions: string }>>(
      `select id, task_id, author_kind, author_id, text, reply_to_id, mentions, created_at
       from task_comments where task_id = $1 order by created_at desc, id desc limit $2`,
      [input.taskId, input.limit ?? API_LIMITS.listPageMax],
    );
    return rows.reverse().map((row) => ({ ...dated(row), mentions: JSON.parse(row.mentions) as string[] }));
  });
}

/** The newest notes on a task, oldest first. */
export function listNotes(deps: EngineDeps, actor: Actor, input: OfTask): Promise<TaskNote[]> {
  return transact(deps, actor, async (tx) => {
    await readTask(tx, input.taskId);
    const rows = await tx.unit.query<Dated<TaskNote>>(
      `select id, task_id, author_kind, author_id, round, text, created_at
       from task_notes where task_id = $1 order by created_at desc, id desc limit $2`,
      [input.taskId, input.limit ?? API_LIMITS.listPageMax],
    );
    return rows.reverse().map(dated);
  });
}

export type BoardEntry = NextMover & {
  readonly taskId: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
};

/** Who moves each open task next; `mover: "none"` lists the alarms (I19). */
export function listNextMovers(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly mover?: NextMover["mover"] } = {},
): Promise<BoardEntry[]> {
  return deps.database.query<BoardEntry>(
    `select m.task_id, m.key, t.title, m.status, m.mover, m.reason, m.run_id
     from task_next_movers m join tasks t on t.id = m.task_id
     where m.organization_id = $1 and ($2::text is null or m.mover = $2) order by t.created_at desc, t.id desc limit $3`,
    [actor.organizationId, input.mover ?? null, API_LIMITS.listPageMax],
  );
}
