import type { Actor, RunKind, RunStatus } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { RUNS_WITH_COSTS, runOf, type RunView, type RunViewRow } from "./run-view.ts";

export type RunQuery = PageRequest & {
  readonly status?: readonly RunStatus[] | undefined;
  readonly kind?: RunKind | undefined;
  readonly agentId?: string | undefined;
  readonly taskId?: string | undefined;
};

/** Runs that match every given filter, newest first. */
export async function listRuns(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  query: RunQuery = {},
): Promise<Page<RunView>> {
  const size = pageSize(query);
  const rows = await deps.database.query<RunViewRow>(
    `${RUNS_WITH_COSTS} and ($2::text[] is null or r.status = any($2)) and ($3::text is null or r.kind = $3)
       and ($4::text is null or r.agent_id = $4) and ($5::text is null or r.task_id = $5)
       and ($6::text is null or (r.queued_at, r.id) < (
         select queued_at, id from runs where id = $6 and organization_id = $1))
     order by r.queued_at desc, r.id desc limit $7`,
    [
      actor.organizationId,
      query.status ?? null,
      query.kind ?? null,
      query.agentId ?? null,
      query.taskId ?? null,
      query.cursor ?? null,
      size + 1,
    ],
  );
  return pageOfRows(rows, size, runOf);
}
