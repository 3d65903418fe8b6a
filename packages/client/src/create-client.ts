import {
  type EventItem,
  type EventOptions,
  events,
  type RunItem,
  type StreamOptions,
  watchRun,
} from "./event-stream.ts";
import { OPERATIONS, type Operations } from "./generated/operations.ts";
import { type ClientOptions, send } from "./transport.ts";

type Streams = "events.stream" | "runs.stream";

/** Every operation of the API that is asked and answered; streams have methods of their own. */
export type OperationId = Exclude<keyof Operations, Streams>;

export type Input<Id extends OperationId> = Operations[Id]["input"];
export type Output<Id extends OperationId> = Operations[Id]["output"];

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Makes a repeat of a POST the same thing again, also after a restart of yours. A new one each time unless set. */
  readonly idempotencyKey?: string;
};

/** Operations that answer a page. */
export type ListId = {
  [Id in OperationId]: Output<Id> extends { readonly data: readonly unknown[]; readonly nextCursor: string | null }
    ? Id
    : never;
}[OperationId];

export type Item<Id extends ListId> = Output<Id> extends { readonly data: readonly (infer One)[] } ? One : never;

export type Client = {
  /** Calls an operation by its id in the OpenAPI document. Throws `ProblemError` when the API refuses. */
  call<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Output<Id>>;
  /** Every item of a list, page after page, read as they are asked for. */
  items<Id extends ListId>(id: Id, input: Input<Id>, options?: CallOptions): AsyncGenerator<Item<Id>>;
  /** Committed events as they happen; a broken connection is taken up where it broke. */
  events(options?: EventOptions): AsyncGenerator<EventItem>;
  /** What a run's models write while they write it, until its end. */
  watchRun(runId: string, options?: StreamOptions): AsyncGenerator<RunItem>;
};

type QueryValue = string | number | boolean | null | undefined;

/** What an input may have, whatever the operation. */
type Parts = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly body?: unknown;
  readonly ifMatch?: number | string;
};

/** A client of the API at an address, with a key. */
export function createClient(options: ClientOptions): Client {
  const call: Client["call"] = (id, input, how = {}) => callOperation(options, id, { parts: input, how });
  return {
    call,
    async *items(id, input, how) {
      let cursor: string | null = null;
      do {
        const parts = input as Parts;
        const query: Parts["query"] = cursor === null ? (parts.query ?? {}) : { ...parts.query, cursor };
        const page = (await call(id, { ...parts, query } as typeof input, how)) as unknown as Page<Item<typeof id>>;
        yield* page.data;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    events: (how = {}) => events(options, how),
    watchRun: (runId, how = {}) => watchRun(options, runId, how),
  };
}

type Page<One> = { readonly data: readonly One[]; readonly nextCursor: string | null };

async function callOperation<Id extends OperationId>(
  options: ClientOptions,
  id: Id,
  { parts, how }: { readonly parts: Parts; readonly how: CallOptions },
): Promise<Output<Id>> {
  const { method, path, answer } = OPERATIONS[id];
  const response = await send(options, {
    method,
    path: addressOf(path, parts),
    headers: {
      ...(method === "POST" ? { "idempotency-key": how.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(parts.ifMatch === undefined ? {} : { "if-match": tagOf(parts.ifMatch) }),
    },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
    signal: how.signal,
  });
  return (await answerOf(response, answer)) as Output<Id>;
}

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

function tagOf(version: number | string): string {
  return typeof version === "number" ? `"${version}"` : version;
}

function answerOf(response: Response, answer: string): Promise<unknown> {
  switch (answer) {
    case "nothing":
      return Promise.resolve(undefined);
    case "bytes":
      return response.arrayBuffer().then((buffer) => new Uint8Array(buffer));
    default:
      return response.json();
  }
}
