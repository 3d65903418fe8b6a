import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { missingSession, SESSION_COLUMNS, sessionOf, type SessionView, type SessionViewRow } from "./session-view.ts";

type Reads = Pick<EngineDeps, "database">;

/** One session. Fault: `session.not-found`. */
export async function getSession(
  deps: Reads,
  actor: Actor,
  input: { readonly sessionId: string },
): Promise<SessionView> {
  const [row] = await deps.database.query<SessionViewRow>(
    `select ${SESSION_COLUMNS} from sessions where id = $1 and organization_id = $2`,
    [input.sessionId, actor.organizationId],
  );
  return row === undefined ? missingSession(input.sessionId) : sessionOf(row);
}

/** Sessions that match every given filter, newest first. */
export async function listSessions(
  deps: Reads,
  actor: Actor,
  request: PageRequest & { readonly agentId?: string | undefined; readonly taskId?: string | undefined },
): Promise<Page<SessionView>> {
  const size = pageSize(request);
  const rows = await deps.database.query<SessionViewRow>(
    `select ${SESSION_COLUMNS} from sessions
     where organization_id = $1 and ($2::text is null or agent_id = $2) and ($3::text is null or task_id = $3)
       and ($4::text is null or id < $4)
     order by id desc limit $5`,
    [actor.organizationId, request.agentId ?? null, request.taskId ?? null, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, sessionOf);
}
