import { createHash, randomBytes } from "node:crypto";

/** A new secret of so many random bytes, in characters that survive a URL. */
export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** What is stored of a secret with 256 random bits: its SHA-256. A slow hash would add nothing. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
