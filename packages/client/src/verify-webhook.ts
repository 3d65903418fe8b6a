import type { Event } from "./generated/schemas.ts";

/** A message of a webhook, when it is what Cadre sent. */
export type WebhookMessage = {
  /** The same at every try: drop what you have seen. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Event;
};

export type ReceivedMessage = {
  /** The signing secret: `whsec_…`. */
  readonly secret: string;
  /** Headers by their names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes of the body as text, before anybody parsed them. */
  readonly body: string;
  /** How far the two clocks may be apart, in seconds; 300 unless set. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
};

/**
 * Checks the signature of a message and when it was sent, and returns it. Throws when it is not from Cadre or too old: answer 400 then.
 */
export async function verifyWebhook(received: ReceivedMessage): Promise<WebhookMessage> {
  const id = header(received, "webhook-id");
  const seconds = header(received, "webhook-timestamp");
  const now = (received.now ?? new Date()).getTime() / 1_000;
  if (!(Math.abs(now - Number(seconds)) <= (received.toleranceSeconds ?? 300))) {
    throw new Error("The message was sent too long ago, or a clock is wrong. It may be a repeat by somebody else.");
  }
  const key = await crypto.subtle.importKey(
    "raw",
    secretBytes(received.secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${seconds}.${received.body}`);
  for (const one of header(received, "webhook-signature").split(" ")) {
    const [version, signature = ""] = one.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, fromBase64(signature), signed))) {
      return { id, ...(JSON.parse(received.body) as Omit<WebhookMessage, "id">) };
    }
  }
  throw new Error("The signature is not right: this message is not from Cadre, or the secret is another one.");
}

function header({ headers }: ReceivedMessage, name: string): string {
  const value = headers[name];
  if (typeof value === "string") return value;
  throw new Error(`The message has no header ${name}, so it is no message of a webhook.`);
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  return fromBase64(secret.replace(/^whsec_/, ""));
}

/** Nothing for what is no base64: it verifies nothing. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return new Uint8Array();
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
