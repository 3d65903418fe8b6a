import type { Endpoint } from "@cadre/contracts";
import { type Actor, isRoleAtLeast } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { FastifyRequest } from "fastify";
import type { ApiContext } from "./api-context.ts";
import { requireOwnOrigin } from "./same-origin.ts";

/**
 * Who asks, by the key or else the cookie that the request carries. Faults: `auth.required`, `auth.bad-key`, `auth.signed-out`,
 * `request.foreign-origin`, `organization.not-found` when the request names one that is not theirs, `auth.sign-in-required`, and
 * `auth.role` when their role is too low.
 */
export async function callerOf(context: ApiContext, request: FastifyRequest, endpoint: Endpoint): Promise<Actor> {
  const key = keyOf(request);
  const actor = key === undefined ? await bySignIn(context, request) : await byKey(context, request, key);
  const { access } = endpoint;
  if (access !== "public" && actor.kind === "person" && !isRoleAtLeast(actor.role, access)) {
    throw new Fault("forbidden", "auth.role", {
      message: `This needs the role ${access}; you are ${actor.role}. Ask an owner or admin of the organization.`,
    });
  }
  if (endpoint.needsSignIn === true && key !== undefined) throw signInRequired();
  return actor;
}

async function byKey(context: ApiContext, request: FastifyRequest, key: string): Promise<Actor> {
  const actor = await context.authenticate(key);
  if (actor === undefined) {
    throw new Fault("unauthenticated", "auth.bad-key", {
      message: "This API key is unknown, expired or revoked. Sign in and make a new one under /api/v1/api-keys.",
    });
  }
  const named = organizationOf(request);
  if (named === undefined || named === actor.organizationId) return actor;
  throw new Fault("not-found", "organization.not-found", {
    message: `This API key does not belong to organization ${named}. Leave Cadre-Organization out, or use a key of that one.`,
    field: "Cadre-Organization",
  });
}

async function bySignIn(context: ApiContext, request: FastifyRequest): Promise<Actor> {
  const token = context.cookie.read(request.headers.cookie);
  if (token === undefined) {
    throw new Fault("unauthenticated", "auth.required", {
      message: "This needs an API key or a sign-in. Send a key as: Authorization: Bearer cad_…",
    });
  }
  requireOwnOrigin(request, context.publicUrl);
  const actor = await context.authenticateSignIn(token, organizationOf(request));
  if (actor !== undefined) return actor;
  throw new Fault("unauthenticated", "auth.signed-out", {
    message: "You were signed out, or were away for too long. Sign in again.",
  });
}

function signInRequired(): Fault {
  return new Fault("forbidden", "auth.sign-in-required", {
    message: "A key is for work and changes nothing of its person's account. Sign in as a person and do it there.",
  });
}

/** A request may name the organization it is about; without a name it is the one of the key or sign-in. */
function organizationOf(request: FastifyRequest): string | undefined {
  const header = request.headers["cadre-organization"];
  return typeof header === "string" && header !== "" ? header : undefined;
}

function keyOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization === undefined ? undefined : /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const header = request.headers["x-api-key"];
  return typeof header === "string" ? header : undefined;
}
