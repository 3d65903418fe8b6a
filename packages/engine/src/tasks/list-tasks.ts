import { type Actor, requireRole, type Task, TaskListQuery } from "@cadre/domain";
import type { z } from "zod";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows } from "../page.ts";
import type { TaskRow } from "./task-row.ts";
import { taskOf } from "./task-view.ts";

type Query = z.output<typeof TaskListQuery>;

/** Tasks that match every given filter, newest first unless asked otherwise. The cursor is the last task of the page before. */
export async function listTasks(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: TaskListQuery & { readonly offset?: number },
): Promise<Page<Task>> {
  if (actor.kind === "person") requireRole(actor, "viewer", "list tasks");
  const { offset = 0, ...filters } = input;
  const query = TaskListQuery.parse(filters);
  const rows = await deps.database.query<TaskRow>(statementOf(query), [
    actor.organizationId,
    query.status ?? null,
    query.projectId ?? null,
    query.assigneeId ?? null,
    query.reviewerId ?? null,
    query.parentId ?? null,
    query.priority ?? null,
    query.search === undefined ? null : searchPattern(query.search),
    query.cursor ?? null,
    query.limit + 1,
    offset,
  ]);
  return pageOfRows(rows, query.limit, taskOf);
}

/** What a page is sorted by, as one comparable value per task. */
const SORT_KEYS = {
  created: "created_at",
  updated: "updated_at",
  priority: "array_position(array['low', 'medium', 'high', 'critical'], priority)",
} as const;

/** One constant text per sort and order, so that each is prepared once. */
function statementOf({ sort, order }: Query): string {
  const key = SORT_KEYS[sort];
  return `select * from tasks t
    where organization_id = $1 and ($2::text[] is null or status = any($2)) and ($3::text is null or project_id = $3)
      and ($4::text is null or assignee_id = $4) and ($5::text is null or reviewer_id = $5)
      and ($6::text is null or parent_id = $6) and ($7::text is null or priority = $7)
      and ($8::text is null or title ilike $8 or description ilike $8 or key ilike $8)
      and ($9::text is null or (${key}, id) ${order === "asc" ? ">" : "<"} (
        select ${key}, id from tasks where id = $9 and organization_id = $1))
    order by ${key} ${order}, id ${order} limit $10 offset $11`;
}

/** The words as they are, anywhere: what they hold of a pattern's signs is escaped. */
function searchPattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
