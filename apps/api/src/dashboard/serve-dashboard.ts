import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problemOfStatus } from "../http/problem-of.ts";
import { PAGE_HEADERS } from "../http/security-headers.ts";
import { sendProblem } from "../http/send-problem.ts";
import type { Dashboard, DashboardFile } from "./dashboard-files.ts";

/** What is not the dashboard's: the API and the addresses of operators. */
const NOT_OURS = /^\/(?:api|health|metrics)(?:\/|$)/;
const NONCE_BYTES = 16;
const A_YEAR_SECONDS = 31_536_000;

/**
 * Serves the dashboard at every address that is not the API's: its files, and the page itself for all the rest, where the dashboard's
 * own router takes over.
 */
export function serveDashboard(
  server: FastifyInstance,
  isSetUp: () => Promise<boolean>,
  dashboard: Dashboard | undefined,
): void {
  const answer = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (dashboard === undefined) return sendNotBuilt(reply);
    const file = dashboard.files.get(path);
    if (file !== undefined) return sendFile(request, reply, file);
    // A file that is not there must not be answered with the page: a script would be read as HTML.
    if (/\.\w+$/.test(path)) return missing(reply);
    return sendPage(reply, dashboard, (await isSetUp()) ? "done" : "open");
  };
  server.addHook("onRequest", (request, reply, done) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    // Requests of the API pass at once: none of them waits for a promise here.
    if ((request.method !== "GET" && request.method !== "HEAD") || NOT_OURS.test(path)) return done();
    answer(path, request, reply).catch((error: unknown) => reply.send(error));
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): FastifyReply {
  const keep = file.isImmutable ? `public, max-age=${A_YEAR_SECONDS}, immutable` : "no-cache";
  void reply.headers({ "cache-control": keep, etag: file.etag, vary: "accept-encoding" });
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  void reply.header("content-type", file.type);
  const isPacked = file.gzipped !== undefined && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  return isPacked ? reply.header("content-encoding", "gzip").send(file.gzipped) : reply.send(file.bytes);
}

/** The page is filled anew each time: its policy lets in only styles that carry this answer's nonce. */
function sendPage(reply: FastifyReply, { page }: Dashboard, setup: "open" | "done"): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return reply
    .headers({
      ...PAGE_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(nonce),
    })
    .send(page.replace("{{nonce}}", nonce).replace("{{setup}}", setup));
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "connect-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header("content-type", "text/plain; charset=utf-8")
    .send("The dashboard is not built. Run `npm run build`, then start again. The API is at /api/v1.\n");
}

function missing(reply: FastifyReply): FastifyReply {
  sendProblem(reply, problemOfStatus(404, ""));
  return reply;
}
