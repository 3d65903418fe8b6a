import { problemIn } from "./problem-error.ts";

/** Where the API is, and who asks. */
export type ClientOptions = {
  /** Such as `http://127.0.0.1:4600`. */
  readonly url: string;
  /** An API key: `cad_…`. */
  readonly key?: string;
  /** Another `fetch`, for proxies and tests. */
  readonly fetch?: typeof fetch;
  /** How often a request that can be repeated safely is sent again after a broken connection, 429 or 503; 2 unless set. */
  readonly retries?: number;
};

export type Request = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
};

const RETRY_MS = 500;
const RETRY_MAX_MS = 30_000;
const UNSURE = [429, 503];

/** Sends a request, again when nothing can happen twice by it. Throws `ProblemError` when the API refuses. */
export async function send(options: ClientOptions, request: Request): Promise<Response> {
  const retries = isRepeatable(request) ? (options.retries ?? 2) : 0;
  for (let tries = 0; ; tries += 1) {
    const response = await sendOnce(options, request, tries < retries);
    if (response?.ok === true) return response;
    if (response !== undefined && (tries >= retries || !UNSURE.includes(response.status)))
      throw await problemIn(response);
    await pause(waitMs(response, tries), request.signal);
  }
}

/** Undefined when the connection broke and another try is left. */
async function sendOnce(options: ClientOptions, request: Request, mayBreak: unknown): Promise<Response | undefined> {
  const ask = options.fetch ?? fetch;
  try {
    return await ask(new URL(request.path, options.url), {
      method: request.method,
      headers: {
        ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
  } catch (error) {
    if (mayBreak !== true || request.signal?.aborted === true) throw error;
    return undefined;
  }
}

/** Reads may be repeated, and what carries a key that makes a repeat the same thing again. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === "GET" || "idempotency-key" in headers;
}

function waitMs(response: Response | undefined, tries: number): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN) * 1_000;
  return Math.min(Number.isFinite(asked) ? asked : RETRY_MS * 2 ** tries, RETRY_MAX_MS);
}

/** Waits; rejects when the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const timer = setTimeout(done, ms);
    function done(): void {
      signal?.removeEventListener("abort", stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    }
    signal?.addEventListener("abort", stop, { once: true });
  });
}
