import { type Actor, type ApiKey, isRoleAtLeast, type NewApiKey, requireRole, type Role } from "@cadre/domain";
import { API_LIMITS, Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import type { Transaction } from "../../transaction.ts";
import { newSecret, secretHash } from "../secret.ts";
import { API_KEY_COLUMNS, apiKeyOf, type ApiKeyRow } from "./api-key-row.ts";

/** `key` is the key in clear: shown once, stored nowhere. */
export type CreatedApiKey = { readonly apiKey: ApiKey; readonly key: string };

/**
 * Makes a key for the person who asks; it can do what that person can do, or less when the input says so. Faults:
 * `access.role-missing`, `api-key.role-too-high`, `api-key.outlives`, `api-key.expired`.
 */
export async function createApiKey(deps: EngineDeps, actor: Actor, input: NewApiKey): Promise<CreatedApiKey> {
  requireRole(actor, "member", "make API keys");
  const role = input.role ?? ownRole(actor);
  if (!isRoleAtLeast(ownRole(actor), role)) {
    throw new Fault("forbidden", "api-key.role-too-high", {
      message: `You are ${ownRole(actor)} with what you show, so you cannot make a key that is ${role}. Choose a lesser role.`,
      field: "role",
    });
  }
  return transact(deps, actor, async (tx) => {
    await refuseOutliving(tx, input);
    return insertApiKey(tx, { ...input, role, personId: actor.id });
  });
}

/** Whoever finds a key must not make it last for ever with a second one. */
async function refuseOutliving(tx: Transaction, input: NewApiKey): Promise<void> {
  const credentialId = tx.actor.kind === "person" ? tx.actor.credentialId : undefined;
  const [own] = await tx.unit.query<{ expiresAt: Date }>(
    `select expires_at from api_keys
     where id = $1 and organization_id = $2 and ($3::timestamptz is null or $3 > expires_at) and expires_at is not null`,
    [credentialId ?? null, tx.unit.organizationId, input.expiresAt ?? null],
  );
  if (own === undefined) return;
  throw new Fault("forbidden", "api-key.outlives", {
    message: `The key that you show expires at ${own.expiresAt.toISOString()}, so it makes none that lives longer. Give such a time, or sign in.`,
    field: "expiresAt",
  });
}

function ownRole(actor: Actor): Role {
  return actor.kind === "person" ? actor.role : "owner";
}

/** Inserts a key of a person and announces it, never the key itself. */
export async function insertApiKey(
  tx: Transaction,
  input: NewApiKey & { readonly personId: string; readonly role: Role },
): Promise<CreatedApiKey> {
  const key = `cad_${newSecret(API_LIMITS.apiKeyBytes)}`;
  const row = await tx.unit.first<ApiKeyRow>(
    `insert into api_keys (id, organization_id, person_id, name, key_prefix, key_hash, expires_at, role)
     select $1, $2, $3, $4, $5, $6, $7::timestamptz, $8 where $7::timestamptz is null or $7 > cadre_now()
     returning ${API_KEY_COLUMNS}`,
    [
      tx.deps.newId("apiKey"),
      tx.unit.organizationId,
      input.personId,
      storableText(input.name),
      key.slice(0, API_LIMITS.apiKeyShownChars),
      secretHash(key),
      input.expiresAt ?? null,
      input.role,
    ],
  );
  if (row === undefined) {
    throw new Fault("invalid", "api-key.expired", {
      message: "The key would expire in the past. Give a later time, or none.",
      field: "expiresAt",
    });
  }
  tx.unit.emit({
    type: "api-key.created",
    entity: { kind: "api-key", id: row.id },
    payload: { personId: row.personId, name: row.name, prefix: row.keyPrefix, role: row.role },
    actor: tx.actor,
  });
  return { apiKey: apiKeyOf(row), key };
}
