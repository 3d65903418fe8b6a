import { getMe, type SignedIn } from "@cadre/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiContext } from "../http/api-context.ts";

/** Hands the cookie of a new sign-in out and answers who is signed in now. */
export function signedInAnswer(context: ApiContext, reply: FastifyReply, signedIn: SignedIn): ReturnType<typeof getMe> {
  giveCookie(context, reply, signedIn);
  return getMe(context.deps, signedIn.actor);
}

export function giveCookie(context: ApiContext, reply: FastifyReply, { token, expiresAt }: SignedIn): void {
  void reply.header("set-cookie", context.cookie.write(token, { expiresAt, now: context.deps.now() }));
}

/** What the browser calls itself. */
export function userAgentOf(request: FastifyRequest): string {
  return request.headers["user-agent"] ?? "";
}

/** A link of the dashboard that carries a token, at the address that people use. */
export function linkWith(context: ApiContext, request: FastifyRequest, { path, token }: Link): string {
  const url = new URL(path, context.publicUrl ?? `${request.protocol}://${request.host}`);
  url.searchParams.set("token", token);
  return url.href;
}

type Link = { readonly path: string; readonly token: string };
