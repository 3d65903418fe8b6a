import { createHash } from "node:crypto";
import type { Endpoint } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import type { OnceCaller } from "@cadre/engine";
import { API_LIMITS, canonicalJson, Fault } from "@cadre/shared";
import type { FastifyRequest } from "fastify";

/** Who repeats what, for a POST with an `Idempotency-Key`; undefined when there is nothing to remember. */
export function onceRequest(endpoint: Endpoint, request: FastifyRequest, actor: Actor): OnceCaller | undefined {
  const key = request.headers["idempotency-key"];
  if (endpoint.method !== "POST" || typeof key !== "string") return undefined;
  if (key.length === 0 || key.length > API_LIMITS.idempotencyKeyChars) {
    throw new Fault("invalid", "idempotency.bad-key", {
      message: `An Idempotency-Key has 1 to ${API_LIMITS.idempotencyKeyChars} characters.`,
      field: "Idempotency-Key",
    });
  }
  const bodyHash = createHash("sha256")
    .update(canonicalJson(request.body ?? null))
    .digest("hex");
  const route = `${request.method} ${request.url.split("?")[0] ?? request.url}`;
  return { actor, request: { principalId: actor.id, key, route, bodyHash } };
}
