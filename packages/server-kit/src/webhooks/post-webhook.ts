import { lookup as lookUpName, type LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { addressIn, isAllowedHost, isPublicAddress, type TryOutcome, type WebhookTry } from "@cadre/engine";
import { WEBHOOK_LIMITS } from "@cadre/shared";

export type PostOptions = {
  /** Hosts that may be called although their address is private. */
  readonly privateHosts: readonly string[];
  readonly signal: AbortSignal;
  /** Finds the addresses of a name; the system's own when absent. */
  readonly lookup?: typeof lookUpName;
  readonly limitMs?: number;
};

const USER_AGENT = "Cadre-Webhooks/1";

/** Why a private address is not called, in the words of the delivery's log. */
class PrivateAddress extends Error {
  constructor(host: string, address: string) {
    super(
      `${host} leads to ${address}, which is not on the public internet. The operator may name the host in CADRE_WEBHOOK_PRIVATE_HOSTS.`,
    );
  }
}

/**
 * Makes one try: one POST on a connection of its own, never following a redirect, with one time limit for all of it. The address is
 * judged when the connection is made, so that a name cannot show one address to a check and lead to another. Never rejects.
 */
export async function postWebhook(attempt: WebhookTry, options: PostOptions): Promise<TryOutcome> {
  const begun = performance.now();
  const limitMs = options.limitMs ?? WEBHOOK_LIMITS.tryMs;
  const late = AbortSignal.timeout(limitMs);
  try {
    const signal = AbortSignal.any([options.signal, late]);
    const response = await send(attempt, { ...options, signal });
    const responseText = await beginningOf(response, signal);
    return {
      responseStatus: response.statusCode,
      responseText,
      error: undefined,
      retryAfterMs: retryAfterMs(response.headers["retry-after"], response.headers.date),
      durationMs: performance.now() - begun,
    };
  } catch (error) {
    return {
      responseStatus: undefined,
      responseText: undefined,
      error: late.aborted ? `No complete answer within ${limitMs / 1_000} s.` : reasonOf(error),
      retryAfterMs: undefined,
      durationMs: performance.now() - begun,
    };
  }
}

function send(attempt: WebhookTry, options: PostOptions): Promise<IncomingMessage> {
  const url = new URL(attempt.url);
  const isAllowed = isAllowedHost(url, options.privateHosts);
  const address = addressIn(url);
  // An address in digits is never looked up, so it is judged here.
  if (address !== undefined && !isAllowed && !isPublicAddress(address)) {
    return Promise.reject(new PrivateAddress(url.hostname, address));
  }
  const ask = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = ask(url, {
      method: "POST",
      // A connection of its own: what was looked up for another webhook counts for nothing.
      agent: false,
      signal: options.signal,
      ...(isAllowed ? {} : { lookup: publicLookup(options.lookup ?? lookUpName) }),
      headers: {
        ...attempt.headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(attempt.body),
        "user-agent": USER_AGENT,
      },
    });
    request.on("response", resolve).on("error", reject).end(attempt.body);
  });
}

/** Looks a name up and hands on its addresses only if every one of them is public. */
function publicLookup(lookup: typeof lookUpName): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
      if (error !== null) return done(error, "", 0);
      const wrong = addresses.find(({ address }) => !isPublicAddress(address));
      if (wrong !== undefined) return done(new PrivateAddress(hostname, wrong.address), "", 0);
      const [first] = addresses;
      if (options.all === true) return done(null, [...addresses]);
      return done(null, first?.address ?? "", first?.family ?? 0);
    });
  };
}

/** The beginning of an answer; what follows is not waited for. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => void response.destroy();
  signal.addEventListener("abort", stop);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= WEBHOOK_LIMITS.responseBytesRead) break;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, WEBHOOK_LIMITS.responseCharsKept);
}

/** `Retry-After` in milliseconds: seconds, or an instant by the receiver's own clock. */
function retryAfterMs(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const wait = Date.parse(header) - Date.parse(date ?? "");
  return wait > 0 ? wait : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
