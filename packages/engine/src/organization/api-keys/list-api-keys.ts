import { type Actor, type ApiKey, hasRole } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../../page.ts";
import { API_KEY_COLUMNS, apiKeyOf, type ApiKeyRow } from "./api-key-row.ts";

/** The caller's own keys, newest first, revoked ones included; all of the organization's for owners and admins. */
export async function listApiKeys(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest = {},
): Promise<Page<ApiKey>> {
  const size = pageSize(request);
  const rows = await deps.database.query<ApiKeyRow>(
    `select ${API_KEY_COLUMNS} from api_keys
     where organization_id = $1 and ($2::text is null or person_id = $2) and ($3::text is null or id < $3)
     order by id desc limit $4`,
    [actor.organizationId, hasRole(actor, "admin") ? null : actor.id, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, apiKeyOf);
}
