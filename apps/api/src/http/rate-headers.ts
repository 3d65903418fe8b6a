import type { Problem } from "@cadre/contracts";
import type { FastifyReply } from "fastify";
import type { RateStand } from "./rate-limits.ts";

/** Tells a client how much it may still ask. */
export function sendRate(reply: FastifyReply, stand: RateStand | undefined): void {
  if (stand === undefined) return;
  void reply.headers({
    "ratelimit-limit": stand.limit,
    "ratelimit-remaining": stand.remaining,
    "ratelimit-reset": stand.resetSeconds,
  });
}

/** The same on a refusal, with when to come back. */
export function sendRefusedRate(reply: FastifyReply, problem: Problem): void {
  const { limit, retryAfterSeconds } = problem.details ?? {};
  if (typeof limit !== "number" || typeof retryAfterSeconds !== "number") return;
  sendRate(reply, { limit, remaining: 0, resetSeconds: retryAfterSeconds });
  void reply.header("retry-after", retryAfterSeconds);
}
