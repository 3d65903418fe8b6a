import { isApiKeyText, isWebhookSecretText } from "@cadre/domain";
import { Fault, type Json } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

/** One request that may be sent again: who sent it, the client's key, and what must be the same for it to be the same request. */
export type IdempotentRequest = {
  readonly principalId: string;
  readonly key: string;
  readonly route: string;
  readonly bodyHash: string;
};

/** What is stored is the response as JSON; `undefined` becomes null. */
export function asJson(response: unknown): Json {
  return JSON.parse(JSON.stringify(response ?? null)) as Json;
}

/**
 * Takes the key for this transaction, or returns what the first request with it answered; a request under way is waited for.
 * Fault `idempotency.key-reused` when the key came with another route or body.
 */
export async function takeKey(
  tx: Transaction,
  request: IdempotentRequest,
): Promise<{ readonly response: Json } | undefined> {
  const owner = [tx.unit.organizationId, request.principalId, request.key];
  const taken = await tx.unit.count(
    `insert into idempotency_keys (organization_id, principal_id, key, route, body_hash) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [...owner, request.route, request.bodyHash],
  );
  if (taken === 1) return undefined;
  const stored = await tx.unit.first<{ route: string; bodyHash: string; responseBody: string | null }>(
    `select route, body_hash, response_body from idempotency_keys
     where organization_id = $1 and principal_id = $2 and key = $3`,
    owner,
  );
  if (stored === undefined || stored.responseBody === null) {
    throw new Fault("unavailable", "idempotency.unknown", {
      message: "The first request with this key was removed just now. Send the request again.",
    });
  }
  if (stored.route !== request.route || stored.bodyHash !== request.bodyHash) {
    throw new Fault("conflict", "idempotency.key-reused", {
      message: "This Idempotency-Key was used for another request. Use a new key for a new request.",
      field: "Idempotency-Key",
    });
  }
  return { response: JSON.parse(stored.responseBody) as Json };
}

/**
 * Keeps the response with the work itself: both are committed, or neither. A new API key or signing secret is shown once and not kept: a
 * repeat gets null in its place (I17).
 */
export async function storeResponse(tx: Transaction, request: IdempotentRequest, response: Json): Promise<void> {
  await tx.unit.query(
    `update idempotency_keys set response_body = $4 where organization_id = $1 and principal_id = $2 and key = $3`,
    [tx.unit.organizationId, request.principalId, request.key, JSON.stringify(response, withoutSecrets)],
  );
}

function withoutSecrets(_field: string, value: unknown): unknown {
  return typeof value === "string" && (isApiKeyText(value) || isWebhookSecretText(value)) ? null : value;
}
