import type { Endpoint } from "@cadre/contracts";
import { API_LIMITS } from "@cadre/shared";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { discardBody } from "./json-body.ts";

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

const admitted = new WeakSet<FastifyRequest>();

/** Whether a request was let in, and counted, before its body was read. */
export function wasAdmitted(request: FastifyRequest): boolean {
  return admitted.has(request);
}

/**
 * Asks who sends a large body before it is read: nobody who may not send it makes us hold and parse megabytes. What such a sender goes on
 * to send is thrown away as it comes, so that they see the answer.
 */
export function admitBeforeLargeBodies(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  admit: (endpoint: Endpoint, exchange: Exchange) => Promise<unknown>,
): void {
  const byRoute = new Map(endpoints.map((endpoint) => [`${endpoint.method} /api/v1${endpoint.path}`, endpoint]));
  server.addHook("preParsing", async (request, reply, payload) => {
    const endpoint = byRoute.get(`${request.method} ${request.routeOptions.url ?? ""}`);
    if (endpoint === undefined || endpoint.access === "public" || !mayBeLarge(request)) return payload;
    try {
      await admit(endpoint, { request, reply });
    } catch (error) {
      await discardBody(request.raw);
      throw error;
    }
    admitted.add(request);
    return payload;
  });
}

/** One that does not say how long it is may be of any length. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > API_LIMITS.bodySmallBytes;
}
