import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";

/** Why a body was not read; the status is what the HTTP layer answers. */
class UnreadableBody extends Error {
  readonly statusCode = 400;
}

/** Only JSON in UTF-8 is read, whatever else a body may be is refused. An empty body is none. */
export function readJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(new UnreadableBody("the body is not UTF-8"));
    return parse(request, body.toString("utf8"), done);
  });
}
