import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { missingSession, SESSION_COLUMNS, sessionOf, type SessionView, type SessionViewRow } from "./session-view.ts";

type Reads = Pick<EngineDeps, "database">;

/** One session. Fault: `session.not-found`, for deleted ones too. */
export async function getSession(
  deps: Reads,
  actor: Actor,
  input: { readonly sessionId: string },
): Promise<SessionView> {
  const [row] = await deps.database.query<SessionViewRow>(
    `select ${SESSION_COLUMNS} from sessions where id = $1 and organization_id = $2 and deleted_at is null`,
    [input.sessionId, actor.organizationId],
  );
  return row === undefined ? missingSession(input.sessionId) : sessionOf(row);
}

export type SessionFilter = {
  readonly agentId?: string | undefined;
  readonly taskId?: string | undefined;
  /** Only those that are archived, or only those that are not; both when absent. */
  readonly isArchived?: boolean | undefined;
};

/** Sessions that match every given filter, newest first. */
export async function listSessions(
  deps: Reads,
  actor: Actor,
  request: PageRequest & SessionFilter,
): Promise<Page<SessionView>> {
  const size = pageSize(request);
  const rows = await deps.database.query<SessionViewRow>(
    `select ${SESSION_COLUMNS} from sessions
     where organization_id = $1 and deleted_at is null
       and ($2::text is null or agent_id = $2) and ($3::text is null or task_id = $3)
       and ($4::boolean is null or (archived_at is not null) = $4)
       and ($5::text is null or id < $5)
     order by id desc limit $6`,
    [
      actor.organizationId,
      request.agentId ?? null,
      request.taskId ?? null,
      request.isArchived ?? null,
      request.cursor ?? null,
      size + 1,
    ],
  );
  return pageOfRows(rows, size, sessionOf);
}
