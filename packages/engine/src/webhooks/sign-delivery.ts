import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** What a message is signed over: its id, the seconds of this try, and its bytes. */
export type SignedParts = { readonly id: string; readonly seconds: number; readonly body: string };

/** The signing secret in the form receivers are given it, from random bytes. */
export function secretText(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes).toString("base64");
}

/** The headers of Standard Webhooks. With several secrets each signs: a receiver is content with one that it knows. */
export function signedHeaders(parts: SignedParts, secrets: readonly string[]): Readonly<Record<string, string>> {
  return {
    "webhook-id": parts.id,
    "webhook-timestamp": String(parts.seconds),
    "webhook-signature": secrets.map((secret) => `v1,${signature(parts, secret)}`).join(" "),
  };
}

function signature({ id, seconds, body }: SignedParts, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
}
