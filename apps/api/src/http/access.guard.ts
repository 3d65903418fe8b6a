import { type Role, ROLES } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import { type CanActivate, type ExecutionContext, Inject, Injectable } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { setActor } from "./actor-of.ts";
import { ApiContext } from "./api-context.ts";
import { endpointOf } from "./endpoint.decorators.ts";

/** Lets a request in when its key is good and its role is enough for the endpoint. Routes without a contract are public. */
@Injectable()
export class AccessGuard implements CanActivate {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const endpoint = endpointOf(context);
    if (endpoint === undefined || endpoint.access === "public") return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = keyOf(request);
    const actor = key === undefined ? undefined : await this.#context.authenticate(key);
    if (actor === undefined) {
      throw new Fault("unauthenticated", key === undefined ? "auth.required" : "auth.bad-key", {
        message:
          key === undefined
            ? "This needs an API key. Send it as: Authorization: Bearer cad_…"
            : "This API key is unknown, expired or revoked. Make a new one under /api/v1/api-keys.",
      });
    }
    if (actor.kind === "person" && rankOf(actor.role) > rankOf(endpoint.access)) {
      throw new Fault("forbidden", "auth.role", {
        message: `This needs the role ${endpoint.access}; you are ${actor.role}. Ask an owner or admin of the organization.`,
      });
    }
    setActor(request, actor);
    return true;
  }
}

/** ROLES are in falling order of power. */
function rankOf(role: Role): number {
  return ROLES.indexOf(role);
}

function keyOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  const header = request.headers["x-api-key"];
  return typeof header === "string" ? header : undefined;
}
