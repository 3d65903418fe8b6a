import { type Actor, type Role, ROLES } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { FastifyRequest } from "fastify";
import type { ApiContext } from "./api-context.ts";

/** Who asks, by the key that the request carries. Faults: `auth.required`, `auth.bad-key`, `auth.role` when their role is too low. */
export async function callerOf(context: ApiContext, request: FastifyRequest, least: Role): Promise<Actor> {
  const key = keyOf(request);
  if (key === undefined) {
    throw new Fault("unauthenticated", "auth.required", {
      message: "This needs an API key. Send it as: Authorization: Bearer cad_…",
    });
  }
  const actor = await context.authenticate(key);
  if (actor === undefined) {
    throw new Fault("unauthenticated", "auth.bad-key", {
      message: "This API key is unknown, expired or revoked. Make a new one under /api/v1/api-keys.",
    });
  }
  if (actor.kind === "person" && rankOf(actor.role) > rankOf(least)) {
    throw new Fault("forbidden", "auth.role", {
      message: `This needs the role ${least}; you are ${actor.role}. Ask an owner or admin of the organization.`,
    });
  }
  return actor;
}

/** ROLES are in falling order of power. */
function rankOf(role: Role): number {
  return ROLES.indexOf(role);
}

function keyOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization === undefined ? undefined : /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const header = request.headers["x-api-key"];
  return typeof header === "string" ? header : undefined;
}
