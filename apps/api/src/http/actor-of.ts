import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { FastifyRequest } from "fastify";

const actors = new WeakMap<object, Actor>();

/** Remembers who asks, for the handlers of this request. */
export function setActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request.raw, actor);
}

export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request.raw);
  if (actor !== undefined) return actor;
  throw new Fault("unauthenticated", "auth.required", {
    message: "This needs an API key. Send it as: Authorization: Bearer cad_…",
  });
}
