import { type Actor, type Deliverable, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, type PageRequest, pageOfRows, pageSize } from "../page.ts";
import { DELIVERABLE_COLUMNS, deliverableOf, type DeliverableRow } from "./deliverable-row.ts";

export type DeliverableQuery = PageRequest & {
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
  /** Words of the title, the summary, the reference or a tag. */
  readonly search?: string | undefined;
};

/** The newest version of each result that matches, newest first. */
export async function listDeliverables(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  query: DeliverableQuery,
): Promise<Page<Deliverable>> {
  if (actor.kind === "person") requireRole(actor, "viewer", "list deliverables");
  const size = pageSize(query);
  const rows = await deps.database.query<DeliverableRow>(
    `select ${DELIVERABLE_COLUMNS} from deliverables d
     where organization_id = $1 and ($2::text is null or project_id = $2) and ($3::text is null or task_id = $3)
       and ($4::text is null or title ilike $4 or summary ilike $4 or reference ilike $4 or tags ilike $4)
       and not exists (select 1 from deliverables n
         where n.task_id = d.task_id and n.reference = d.reference and n.version > d.version)
       and ($5::text is null or (created_at, id) < (select created_at, id from deliverables where id = $5 and organization_id = $1))
     order by created_at desc, id desc limit $6`,
    [
      actor.organizationId,
      query.projectId ?? null,
      query.taskId ?? null,
      query.search === undefined ? null : `%${query.search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
      query.cursor ?? null,
      size + 1,
    ],
  );
  return pageOfRows(rows, size, deliverableOf);
}
