import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { STANDING_COLUMNS, type StandingApproval, standingOf, type StandingRow } from "./standing-row.ts";

/** A project's standing approvals that hold, newest first. */
export async function listStandingApprovals(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest & { readonly projectId: string },
): Promise<Page<StandingApproval>> {
  const size = pageSize(request);
  const rows = await deps.database.query<StandingRow>(
    `select ${STANDING_COLUMNS} from standing_approvals
     where organization_id = $1 and project_id = $2 and revoked_at is null and ($3::text is null or id < $3)
     order by id desc limit $4`,
    [actor.organizationId, request.projectId, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, standingOf);
}

/** Whether a standing approval of a project names this tool and exactly this text: what tools ask through their context. */
export type StandingMatch = (tool: string, exactText: string) => boolean;

/** What holds in a project now, for one run's calls. */
export async function standingApprovalsOf(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  projectId: string,
): Promise<StandingMatch> {
  const rows = await deps.database.query<{ tool: string; action: string }>(
    `select tool, action from standing_approvals
     where organization_id = $1 and project_id = $2 and revoked_at is null`,
    [actor.organizationId, projectId],
  );
  const standing = new Set(rows.map((row) => keyOf(row.tool, row.action)));
  return (tool, exactText) => standing.has(keyOf(tool, exactText));
}

/** Tool names hold no line break, so that no two pairs share a key. */
function keyOf(tool: string, action: string): string {
  return `${tool}\n${action}`;
}
