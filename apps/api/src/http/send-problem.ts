import type { Problem } from "@cadre/contracts";
import type { FastifyReply } from "fastify";
import { sendRefusedRate } from "./rate-headers.ts";

/** Keeps Fastify from naming a charset: the media type has none. */
const asItIs = (text: string): string => text;

/** Answers with a problem document (RFC 9457). */
export function sendProblem(reply: FastifyReply, problem: Problem): void {
  if (reply.sent || reply.raw.headersSent) return;
  sendRefusedRate(reply, problem);
  if (problem.status === 401) void reply.header("www-authenticate", "Bearer");
  void reply
    .status(problem.status)
    .header("content-type", "application/problem+json")
    .serializer(asItIs)
    .send(JSON.stringify({ ...problem, instance: reply.request.id }));
}
