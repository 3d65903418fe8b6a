import { createHash } from "node:crypto";
import type { Endpoint } from "@cadre/contracts";
import { Fault } from "@cadre/shared";

const CHECK_CHARACTERS = 6;

/**
 * The cursor as a client gets it: where the page ended, and a check that it is one of this list. Without it any text would be a place in
 * the list, and a slip would look like the end of it. It is no secret.
 */
export function sealCursor(endpoint: Endpoint, place: string): string {
  return Buffer.from(`${checkOf(endpoint, place)}${place}`, "utf8").toString("base64url");
}

/** Where the page before ended. Fault `request.bad-cursor` when no page of this list gave the cursor. */
export function openCursor(endpoint: Endpoint, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const place = text.slice(CHECK_CHARACTERS);
  if (place !== "" && sealCursor(endpoint, place) === cursor) return place;
  throw new Fault("invalid", "request.bad-cursor", {
    message: "The cursor is not one that this list gave. Send the nextCursor of the page before, or none to begin.",
    field: "query.cursor",
  });
}

function checkOf({ id }: Endpoint, place: string): string {
  return createHash("sha256").update(`${id}\n${place}`).digest("base64url").slice(0, CHECK_CHARACTERS);
}

type WithCursor = { readonly cursor: string };
type WithNext = { readonly nextCursor: string };

/** The query with its cursor opened, where it has one. */
export function withOpenCursor(endpoint: Endpoint, query: unknown): unknown {
  return has<WithCursor>(query, "cursor") ? { ...query, cursor: openCursor(endpoint, query.cursor) } : query;
}

/** A page with its cursor sealed, where another page follows. */
export function withSealedCursor(endpoint: Endpoint, body: unknown): unknown {
  return has<WithNext>(body, "nextCursor") ? { ...body, nextCursor: sealCursor(endpoint, body.nextCursor) } : body;
}

function has<T extends object>(value: unknown, key: keyof T & string): value is T {
  return typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[key] === "string";
}
