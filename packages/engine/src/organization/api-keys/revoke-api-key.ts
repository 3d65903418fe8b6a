import { type Actor, type ApiKey, hasRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { API_KEY_COLUMNS, apiKeyOf, type ApiKeyRow } from "./api-key-row.ts";

/**
 * Revokes a key of one's own, or any of the organization's as owner or admin; again changes nothing. Other people's keys are not
 * found. Fault: `api-key.not-found`.
 */
export function revokeApiKey(deps: EngineDeps, actor: Actor, input: { readonly apiKeyId: string }): Promise<ApiKey> {
  const onlyOwn = hasRole(actor, "admin") ? null : actor.id;
  return transact(deps, actor, async (tx) => {
    const before = await tx.unit.first<ApiKeyRow>(
      `select ${API_KEY_COLUMNS} from api_keys
       where id = $1 and organization_id = $2 and ($3::text is null or person_id = $3) for update`,
      [input.apiKeyId, tx.unit.organizationId, onlyOwn],
    );
    if (before === undefined) {
      throw new Fault("not-found", "api-key.not-found", { message: `There is no API key ${input.apiKeyId}.` });
    }
    if (before.revokedAt !== null) return apiKeyOf(before);
    const row = await tx.unit.first<ApiKeyRow>(
      `update api_keys set revoked_at = cadre_now() where id = $1 returning ${API_KEY_COLUMNS}`,
      [before.id],
    );
    tx.unit.emit({
      type: "api-key.revoked",
      entity: { kind: "api-key", id: before.id },
      payload: { personId: before.personId, name: before.name },
      actor: tx.actor,
    });
    return apiKeyOf(row ?? before);
  });
}
