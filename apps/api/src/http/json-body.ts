import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { API_LIMITS, Fault } from "@cadre/shared";
import type { FastifyInstance } from "fastify";

/** Why a body was not read; the status is what the HTTP layer answers. */
class UnreadableBody extends Error {
  readonly statusCode = 400;
}

const MEBIBYTE = 1_048_576;

function bodyTooLarge(limit: number): Fault {
  return new Fault("invalid", "request.too-large", {
    message: `The body is larger than ${limit / MEBIBYTE} MiB, so it was not read. Send less; large results belong into deliverables.`,
    details: { limitBytes: limit },
  });
}

/**
 * Only JSON in UTF-8 is read, whatever else a body may be is refused. An empty body is none. `limits` has the most bytes of some routes, by
 * path; of all others it is `API_LIMITS.bodyBytes`.
 */
export function readJsonBodies(server: FastifyInstance, limits: ReadonlyMap<string, number>): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", {}, (request, payload, done) => {
    const limit = limits.get(request.routeOptions.url ?? "") ?? API_LIMITS.bodyBytes;
    readBody(payload, limit, (error, body) => {
      if (error !== undefined) done(error);
      else if (body.length === 0) done(null, undefined);
      else if (!isUtf8(body)) done(new UnreadableBody("the body is not UTF-8"));
      else void parse(request, body.toString("utf8"), done);
    });
  });
}

/** Throws a body away as it comes, up to the same bound and for as long as that of one that is too large. Never rejects. */
export function discardBody(payload: IncomingMessage): Promise<void> {
  return new Promise((resolve) => readBody(payload, 0, () => resolve()));
}

/**
 * Reads a body up to the limit. Of a larger one the rest is read and thrown away, up to a bound and for a while: a client that is cut off
 * while it still sends never sees the answer that says why.
 */
function readBody(
  payload: IncomingMessage,
  limit: number,
  done: (error: Error | undefined, body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let late: NodeJS.Timeout | undefined;
  const end = (error?: Error): void => {
    clearTimeout(late);
    payload.off("data", take).off("end", whole).off("error", broken).off("close", broken);
    done(error, error === undefined ? Buffer.concat(chunks) : Buffer.alloc(0));
  };
  const tooLarge = (): void => end(bodyTooLarge(limit));
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= limit) return void chunks.push(chunk);
    late ??= setTimeout(tooLarge, API_LIMITS.bodyDrainMs);
    if (bytes > Math.max(limit, API_LIMITS.bodyDrainBytes)) tooLarge();
  };
  const whole = (): void => (bytes > limit ? tooLarge() : end());
  const broken = (): void => end(new UnreadableBody("the body broke off"));
  // Who asks was found out first, and the sender may have gone meanwhile.
  if (payload.destroyed) return broken();
  payload.on("data", take).on("end", whole).on("error", broken).on("close", broken);
}
