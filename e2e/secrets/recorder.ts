import type { Vault } from "./vault.ts";

/** One text that left the product, and where. */
export type Heard = { readonly where: string; readonly text: string };

export type Reply = { readonly status: number; readonly text: string; readonly headers: Headers };

export type Ask = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A secret that this answer shows, by its name, and how it is read out of the answer. Anywhere else it must not be. */
  readonly shows?: Readonly<Record<string, (reply: Reply) => string>>;
};

/** A caller that keeps everything it is told, headers included. */
export type Recorder = {
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Keeps what a stream says until it is told to stop. */
  follow(path: string, headers: Readonly<Record<string, string>>): void;
  stopFollowing(): Promise<void>;
  readonly heard: Heard[];
};

export function createRecorder(url: string, vault: Vault): Recorder {
  const heard: Heard[] = [];
  const stop = new AbortController();
  const streams: Promise<void>[] = [];
  const keep = (where: string, text: string): number => heard.push({ where, text });
  return {
    heard,
    async ask(method, path, { body, headers = {}, shows = {} } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        redirect: "manual",
      });
      const reply = { status: response.status, text: await response.text(), headers: response.headers };
      let told = `${JSON.stringify([...reply.headers])}\n${reply.text}`;
      for (const [name, read] of Object.entries(shows)) {
        vault.plant(name, read(reply));
        told = vault.without(name, told);
      }
      keep(`answer to ${method} ${path.split("?")[0] ?? path}`, told);
      return reply;
    },
    follow(path, headers) {
      streams.push(read(`${url}${path}`, { headers, signal: stop.signal }, (text) => keep(`stream ${path}`, text)));
    },
    async stopFollowing() {
      stop.abort();
      await Promise.all(streams);
    },
  };
}

/** Reads a stream to its end, and again when the other side breaks off. */
async function read(url: string, ask: RequestInit & { readonly signal: AbortSignal }, keep: (text: string) => unknown) {
  let isOver = false;
  while (!isOver && !ask.signal.aborted) {
    try {
      const response = await fetch(url, ask);
      keep(await wholeOf(response));
      isOver = response.ok;
    } catch (error) {
      // The API was killed, or we stop.
      if (!(error instanceof Error)) throw error;
    }
  }

  async function wholeOf(response: Response): Promise<string> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) keep(decoder.decode(chunk as Uint8Array, { stream: true }));
    return "";
  }
}

/** What a JSON answer says in a field. */
export function field(name: string): (reply: Reply) => string {
  return ({ status, text }) => {
    const value: unknown = status < 300 ? (JSON.parse(text) as Readonly<Record<string, unknown>>)[name] : undefined;
    if (typeof value === "string") return value;
    throw new Error(`No ${name} in the answer ${status}: ${text}`);
  };
}

/** The token of the sign-in cookie that an answer sets. */
export function signInToken({ headers, status, text }: Reply): string {
  const token = /cadre-sign-in=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];
  if (token === undefined) throw new Error(`No cookie in the answer ${status}: ${text}`);
  return token;
}
