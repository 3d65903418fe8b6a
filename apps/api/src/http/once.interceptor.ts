import { createHash } from "node:crypto";
import type { Endpoint } from "@cadre/contracts";
import { type OnceCaller, transactOnce } from "@cadre/engine";
import { API_LIMITS, canonicalJson, Fault } from "@cadre/shared";
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom, from, map, type Observable } from "rxjs";
import { actorOf } from "./actor-of.ts";
import { ApiContext } from "./api-context.ts";
import { endpointOf } from "./endpoint.decorators.ts";
import { parseInput } from "./parse-input.ts";
import { setInput } from "./request-input.ts";

/**
 * Parses a request by its contract, carries a POST with an `Idempotency-Key` out once (its operation and the stored answer are one
 * transaction), and gives what carries a version its ETag.
 */
@Injectable()
export class OnceInterceptor implements NestInterceptor {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = endpointOf(context);
    if (endpoint === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    setInput(request, parseInput(endpoint, partsOf(request)));
    const caller = onceCaller(endpoint, request);
    const answer =
      caller === undefined
        ? next.handle()
        : from(transactOnce(this.#context.deps, caller, () => firstValueFrom(next.handle())));
    return answer.pipe(map((body: unknown) => withETag(reply, body)));
  }
}

function partsOf(request: FastifyRequest): Parameters<typeof parseInput>[1] {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    ifMatch: request.headers["if-match"],
  };
}

/** Who repeats what; undefined when there is nothing to remember. A public request has nobody to remember it for. */
function onceCaller(endpoint: Endpoint, request: FastifyRequest): OnceCaller | undefined {
  const key = request.headers["idempotency-key"];
  if (endpoint.method !== "POST" || endpoint.access === "public" || typeof key !== "string") return undefined;
  if (key.length === 0 || key.length > API_LIMITS.idempotencyKeyChars) {
    throw new Fault("invalid", "idempotency.bad-key", {
      message: `An Idempotency-Key has 1 to ${API_LIMITS.idempotencyKeyChars} characters.`,
      field: "Idempotency-Key",
    });
  }
  const actor = actorOf(request);
  const bodyHash = createHash("sha256")
    .update(canonicalJson(request.body ?? null))
    .digest("hex");
  const route = `${request.method} ${request.url.split("?")[0] ?? request.url}`;
  return { actor, request: { principalId: actor.id, key, route, bodyHash } };
}

function withETag(reply: FastifyReply, body: unknown): unknown {
  if (typeof body === "object" && body !== null && "version" in body && typeof body.version === "number") {
    void reply.header("etag", `"${body.version}"`);
  }
  return body;
}
