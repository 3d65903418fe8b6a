import { createHash } from "node:crypto";
import { type OnceCaller, transactOnce } from "@cadre/engine";
import { API_LIMITS, canonicalJson, Fault } from "@cadre/shared";
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom, from, map, type Observable } from "rxjs";
import { actorOf } from "./actor-of.ts";
import { ApiContext } from "./api-context.ts";

/**
 * A POST with an `Idempotency-Key` is carried out once: its operation and the stored answer are one transaction. Responses that carry
 * a version get it as their ETag.
 */
@Injectable()
export class OnceInterceptor implements NestInterceptor {
  readonly #context: ApiContext;

  constructor(@Inject(ApiContext) context: ApiContext) {
    this.#context = context;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const key = request.headers["idempotency-key"];
    const answer =
      request.method === "POST" && typeof key === "string"
        ? from(transactOnce(this.#context.deps, onceCaller(request, key), () => firstValueFrom(next.handle())))
        : next.handle();
    return answer.pipe(map((body: unknown) => withETag(reply, body)));
  }
}

function onceCaller(request: FastifyRequest, key: string): OnceCaller {
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
