import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const TAG_CHARACTERS = 16;
/** In a tag with a version the rest checks them. */
const HASH_CHARACTERS = 12;
const TAG = /^(?:W\/)?"(\d{1,9})(?:-([\w-]{16}))?"$/;
const BARE = /^(\d{1,9})$/;

/** Marks the answer to a read of one thing: it gets a tag when its bytes are known. A version that is there stays readable in it. */
export function tagLater(reply: FastifyReply, version: number | undefined): void {
  void reply.header("etag", version === undefined ? '""' : `"${version}"`);
}

/**
 * The version and the bytes, with a check that both were given together: a tag with something else behind its version is none of ours, and
 * stands for nothing that a change could be made of.
 */
function versionTag(version: string, bytes: string): string {
  const check = hash("sha1", `${version}-${bytes}`, "base64url").slice(0, TAG_CHARACTERS - HASH_CHARACTERS);
  return `${version}-${bytes}${check}`;
}

/**
 * The version that an `If-Match` names: `"7"` as a change answers it, the tag of a read, `"7-…"`, either after `W/`, or a bare 7. Undefined
 * when it is no one tag that was given here.
 */
export function versionIn(ifMatch: string): number | undefined {
  const [, version = "", mark] = TAG.exec(ifMatch) ?? BARE.exec(ifMatch) ?? [];
  if (version === "") return undefined;
  const isOurs = mark === undefined || versionTag(version, mark.slice(0, HASH_CHARACTERS)) === `${version}-${mark}`;
  return isOurs ? Number(version) : undefined;
}

/**
 * Gives reads their tag, `"<version>-<hash of the bytes>"`: the version for `If-Match`, the hash because what is shown of a thing may
 * change without its version. A client that has these bytes already is told so with 304 and gets none.
 */
export function tagReads(server: FastifyInstance): void {
  // oxlint-disable-next-line max-params -- Fastify's form of a hook that costs no promise
  server.addHook("onSend", (request, reply, payload, done) => done(null, tagged(request, reply, payload)));
}

/** What is sent: the payload with its tag, or nothing. */
function tagged(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const mark = reply.getHeader("etag");
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || reply.statusCode !== 200 || typeof mark !== "string" || typeof payload !== "string") return payload;
  const bytes = hash("sha1", payload, "base64url");
  const tag =
    mark === '""'
      ? `"${bytes.slice(0, TAG_CHARACTERS)}"`
      : `"${versionTag(mark.slice(1, -1), bytes.slice(0, HASH_CHARACTERS))}"`;
  void reply.header("etag", tag);
  if (!isKnown(request, tag)) return payload;
  void reply.code(304).removeHeader("content-type").removeHeader("content-length");
  return null;
}

/** Whether the client says it has this tag; a weak one is as good. */
function isKnown(request: FastifyRequest, tag: string): boolean {
  const header = request.headers["if-none-match"];
  if (header === undefined) return false;
  return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
}
