import type { Event } from "./generated/schemas.ts";
import { ProblemError } from "./problem-error.ts";
import { type Frame, readFrames } from "./server-sent-events.ts";
import { type ClientOptions, pause, send } from "./transport.ts";

export type StreamOptions = {
  /** Go on after this position: `position` of the last item that was dealt with. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type EventOptions = StreamOptions & {
  /** Nouns such as `task`; everything unless set. */
  readonly topics?: readonly string[];
};

/** An event with its position; or `reset`: what was missed is no longer kept, so load again what you show. */
export type EventItem =
  | { readonly kind: "event"; readonly position: string; readonly event: Event }
  | { readonly kind: "reset"; readonly position: string; readonly reason: string };

const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;

/** Committed events as they happen. A broken connection is taken up where it broke; the caller ends it by leaving the loop or by its signal. */
export async function* events(client: ClientOptions, options: EventOptions): AsyncGenerator<EventItem> {
  const query = options.topics === undefined ? "" : `?topics=${encodeURIComponent(options.topics.join(","))}`;
  for await (const frame of frames(client, `/api/v1/events${query}`, options)) {
    const position = frame.id ?? "";
    if (frame.event === "hello") continue;
    if (frame.event === "reset") {
      yield { kind: "reset", position, reason: (JSON.parse(frame.data) as { reason: string }).reason };
    } else {
      yield { kind: "event", position, event: JSON.parse(frame.data) as Event };
    }
  }
}

/** What a run's models write while they write it. */
export type RunItem =
  | { readonly kind: "attempt"; readonly fence: number }
  | {
      readonly kind: "delta";
      readonly position: string;
      readonly fence: number;
      readonly step: number;
      /** `text`, `thinking`, `call` (a tool's name), `output` (of a tool). */
      readonly of: string;
      readonly text: string;
    }
  | { readonly kind: "step"; readonly step: number }
  | { readonly kind: "end"; readonly status: string };

/** Follows one run until its end. Drop what you show of an attempt when another begins, and of a step when it is in the log. */
export async function* watchRun(client: ClientOptions, runId: string, options: StreamOptions): AsyncGenerator<RunItem> {
  for await (const frame of frames(client, `/api/v1/runs/${encodeURIComponent(runId)}/stream`, options)) {
    const item = runItem(frame);
    yield item;
    if (item.kind === "end") return;
  }
}

function runItem(frame: Frame): RunItem {
  const data = JSON.parse(frame.data) as { fence: number; step: number; kind: string; text: string; status: string };
  switch (frame.event) {
    case "attempt":
      return { kind: "attempt", fence: data.fence };
    case "step":
      return { kind: "step", step: data.step };
    case "end":
      return { kind: "end", status: data.status };
    default: {
      const { fence, step, kind: of, text } = data;
      return { kind: "delta", position: frame.id ?? "", fence, step, of, text };
    }
  }
}

/** Frames of a stream that is opened again whenever it ends, each time after the last id that was seen. */
async function* frames(client: ClientOptions, path: string, options: StreamOptions): AsyncGenerator<Frame> {
  let last = options.after;
  let failures = 0;
  while (!isOver(options)) {
    try {
      const body = await open(client, path, { ...options, after: last });
      for await (const frame of readFrames(body)) {
        failures = 0;
        last = frame.id ?? last;
        yield frame;
      }
    } catch (error) {
      if (isOver(options)) return;
      // Who is refused is refused the next time, too.
      if (error instanceof ProblemError && error.status < 500 && error.status !== 429) throw error;
    }
    failures += 1;
    await pause(Math.min(RECONNECT_MS * 2 ** (failures - 1), RECONNECT_MAX_MS), options.signal).catch(() => undefined);
  }
}

function isOver({ signal }: StreamOptions): boolean {
  return signal?.aborted === true;
}

async function open(client: ClientOptions, path: string, options: StreamOptions): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    accept: "text/event-stream",
    ...(options.after === undefined ? {} : { "last-event-id": options.after }),
  };
  const response = await send(
    { ...client, retries: 0 },
    { method: "GET", path, headers, body: undefined, signal: options.signal },
  );
  if (response.body === null) throw new Error("The stream has no body: this fetch cannot stream.");
  return response.body;
}
