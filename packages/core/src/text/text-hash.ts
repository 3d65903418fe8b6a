import { createHash } from "node:crypto";

const HASH_CHARS = 16;

/** A short name of a text's bytes. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS);
}
