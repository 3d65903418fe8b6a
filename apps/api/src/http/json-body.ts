import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { API_LIMITS } from "@cadre/shared";
import type { FastifyInstance } from "fastify";

/** Why a body was not read; the status is what the HTTP layer answers. */
class UnreadableBody extends Error {
  readonly statusCode: number;

  constructor(message: string, statusCode = 400) {
    super(message);
    this.statusCode = statusCode;
  }
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

/**
 * Reads a body up to the limit. Of a larger one the rest is read and thrown away, up to a bound and for a while: a client that is cut off
 * while it still sends never sees the answer that says why.
 */
function readBody(
  payload: IncomingMessage,
  limit: number,
  done: (error: UnreadableBody | undefined, body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let late: NodeJS.Timeout | undefined;
  const end = (error?: UnreadableBody): void => {
    clearTimeout(late);
    payload.off("data", take).off("end", whole).off("error", broken).off("close", broken);
    done(error, error === undefined ? Buffer.concat(chunks) : Buffer.alloc(0));
  };
  const tooLarge = (): void => end(new UnreadableBody("the body is too large", 413));
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= limit) return void chunks.push(chunk);
    late ??= setTimeout(tooLarge, API_LIMITS.bodyDrainMs);
    if (bytes > Math.max(limit, API_LIMITS.bodyDrainBytes)) tooLarge();
  };
  const whole = (): void => (bytes > limit ? tooLarge() : end());
  const broken = (): void => end(new UnreadableBody("the body broke off"));
  payload.on("data", take).on("end", whole).on("error", broken).on("close", broken);
}
