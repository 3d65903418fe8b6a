import type { Endpoint } from "@cadre/contracts";
import type { Actor } from "@cadre/domain";
import { transactOnce } from "@cadre/engine";
import { API_LIMITS, isFault } from "@cadre/shared";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "./access.ts";
import { withSealedCursor } from "./cursors.ts";
import { wasAdmitted } from "./early-admission.ts";
import { tagLater } from "./entity-tags.ts";
import { networkOf } from "./network-of.ts";
import { onceRequest } from "./once-request.ts";
import { parseInput, type ParsedInput } from "./parse-input.ts";
import { sendRate } from "./rate-headers.ts";
import { refuseForeignOrigin } from "./same-origin.ts";
import { watchAccess } from "./watch-access.ts";

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Answers one request as its contract says: lets in who may and has not asked too much, parses what they ask, carries a POST with an
 * `Idempotency-Key` out once, and gives what carries a version its ETag. The answer says at which position of the event stream, or a later
 * one, it was read.
 */
export async function answerEndpoint(
  endpoint: Endpoint,
  exchange: Exchange,
  handler: (actor: Actor | undefined, input: ParsedInput) => unknown,
): Promise<unknown> {
  const { request, reply } = exchange;
  const { apiContext } = request.server;
  const actor = endpoint.access === "public" ? await admitAnybody(exchange) : await admitted(endpoint, exchange);
  const input = parseInput(endpoint, request);
  const position = apiContext.hub.position();
  const once = actor === undefined ? undefined : onceRequest(endpoint, request, actor);
  const body =
    once === undefined
      ? await handler(actor, input)
      : await transactOnce(apiContext.deps, once, async () => handler(actor, input));
  if (endpoint.produces !== "text/event-stream") void reply.header("cadre-position", position);
  tag(reply, body, endpoint.method === "GET" && endpoint.produces === undefined ? "read" : "change");
  return endpoint.method === "GET" ? withSealedCursor(endpoint, body) : body;
}

/** What carries a version has it as its ETag, so that it can be sent back; so has every read of one thing. */
function tag(reply: FastifyReply, body: unknown, kind: "read" | "change"): void {
  if (typeof body !== "object" || body === null || "nextCursor" in body) return;
  const version = "version" in body && typeof body.version === "number" ? body.version : undefined;
  if (kind === "read" || version !== undefined) tagLater(reply, version);
}

/** Nobody is asked who they are; their address is counted. */
async function admitAnybody({ request, reply }: Exchange): Promise<undefined> {
  const { limits, publicUrl } = request.server.apiContext;
  sendRate(reply, await limits.request(networkOf(request.ip)));
  refuseForeignOrigin(request, publicUrl);
}

/** Who was let in before their body was read was counted, and may have lost their rights while it came. */
function admitted(endpoint: Endpoint, exchange: Exchange): Promise<Actor> {
  const { request } = exchange;
  return wasAdmitted(request) ? callerOf(request.server.apiContext, request, endpoint) : admit(endpoint, exchange);
}

/** Lets in who may and has not asked too much. Faults: those of `callerOf`, and `request.too-many`. */
export async function admit(endpoint: Endpoint, { request, reply }: Exchange): Promise<Actor> {
  const { apiContext } = request.server;
  try {
    const actor = await callerOf(apiContext, request, endpoint);
    const credentialId = actor.kind === "person" ? actor.credentialId : undefined;
    sendRate(reply, await apiContext.limits.request(credentialId ?? actor.id));
    if (endpoint.produces === "text/event-stream") watchReader(actor, endpoint, { request, reply });
    return actor;
  } catch (error) {
    // Who shows nothing good is looked up each time: their address is counted.
    if (isFault(error) && error.kind === "unauthenticated")
      sendRate(reply, await apiContext.limits.request(networkOf(request.ip)));
    throw error;
  }
}

/** A stream outlives the look at its beginning. */
function watchReader(actor: Actor, endpoint: Endpoint, { request, reply }: Exchange): void {
  const stop = watchAccess({
    everyMs: API_LIMITS.eventStreamAccessMs,
    check: async () => isSame(actor, await callerOf(request.server.apiContext, request, endpoint)),
    close: () => reply.raw.destroy(),
  });
  // The reader may have left while they were looked up.
  if (reply.raw.destroyed) stop();
  else reply.raw.once("close", stop);
}

/** In the same place with the same rights. */
function isSame(one: Actor, other: Actor): boolean {
  const roleOf = (actor: Actor): string => (actor.kind === "person" ? actor.role : actor.kind);
  return one.organizationId === other.organizationId && roleOf(one) === roleOf(other);
}
