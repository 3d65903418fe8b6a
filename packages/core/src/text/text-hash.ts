import { createHash } from "node:crypto";

/** 128 bits: texts are stored by this name, and nobody should find two with the same one. */
const HASH_CHARS = 32;

/** A short name of a text's bytes. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS);
}
