import type { Endpoint } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { transactOnce } from "@cadre/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "./access.ts";
import { onceRequest } from "./once-request.ts";
import { parseInput, type ParsedInput } from "./parse-input.ts";

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Answers one request as its contract says: lets in who may, parses what they ask, carries a POST with an `Idempotency-Key` out once,
 * and gives what carries a version its ETag.
 */
export async function answerEndpoint(
  endpoint: Endpoint,
  { request, reply }: Exchange,
  handler: (actor: Actor | undefined, input: ParsedInput) => unknown,
): Promise<unknown> {
  const { apiContext } = request.server;
  const actor = endpoint.access === "public" ? undefined : await callerOf(apiContext, request, endpoint.access);
  const input = parseInput(endpoint, request);
  const once = actor === undefined ? undefined : onceRequest(endpoint, request, actor);
  const body =
    once === undefined
      ? await handler(actor, input)
      : await transactOnce(apiContext.deps, once, async () => handler(actor, input));
  if (typeof body === "object" && body !== null && "version" in body && typeof body.version === "number") {
    void reply.header("etag", `"${body.version}"`);
  }
  return body;
}
