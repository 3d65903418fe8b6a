import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../../page.ts";
import { lineOf, LINES, type LineRow, type ModelCallLine } from "./model-call-line.ts";

type Deps = Pick<EngineDeps, "database">;

const AFTER = `and ($3::text is null or (c.started_at, c.id) > (
    select before.started_at, before.id from model_calls before where before.id = $3 and before.organization_id = $2))
  order by c.started_at, c.id limit $4`;

/** Every call that was made in a session, whichever run made it, oldest first. Fault: `session.not-found`. */
export async function listModelCallsOfSession(
  deps: Deps,
  actor: Actor,
  input: PageRequest & { readonly sessionId: string },
): Promise<Page<ModelCallLine>> {
  const { sessionId } = input;
  await mustExist(deps, "select 1 from sessions where id = $1 and organization_id = $2 and deleted_at is null", {
    values: [sessionId, actor.organizationId],
    fault: new Fault("not-found", "session.not-found", { message: `There is no session ${sessionId}.` }),
  });
  return page(deps, `${LINES} where c.session_id = $1 and c.organization_id = $2 ${AFTER}`, {
    values: [sessionId, actor.organizationId],
    request: input,
  });
}

/** Every call of a run, oldest first. Fault: `run.not-found`. */
export async function listModelCallsOfRun(
  deps: Deps,
  actor: Actor,
  input: PageRequest & { readonly runId: string },
): Promise<Page<ModelCallLine>> {
  const { runId } = input;
  await mustExist(deps, "select 1 from runs where id = $1 and organization_id = $2", {
    values: [runId, actor.organizationId],
    fault: new Fault("not-found", "run.not-found", { message: `There is no run ${runId}. List the runs to find it.` }),
  });
  return page(deps, `${LINES} where c.run_id = $1 and c.organization_id = $2 ${AFTER}`, {
    values: [runId, actor.organizationId],
    request: input,
  });
}

type Asked = { readonly values: readonly string[] };

async function mustExist(deps: Deps, sql: string, { values, fault }: Asked & { readonly fault: Fault }): Promise<void> {
  const found = await deps.database.query(sql, values);
  if (found.length === 0) throw fault;
}

async function page(
  deps: Deps,
  sql: string,
  { values, request }: Asked & { readonly request: PageRequest },
): Promise<Page<ModelCallLine>> {
  const size = pageSize(request);
  const rows = await deps.database.query<LineRow>(sql, [...values, request.cursor ?? null, size + 1]);
  return pageOfRows(rows, size, lineOf);
}
