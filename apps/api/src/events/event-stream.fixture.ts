import { eventually } from "@cadre/testkit";

export type StreamEvent = { readonly id: number; readonly event: string; readonly data: unknown };

/** One connection to the event stream, with what it has received so far. */
export type EventStream = {
  readonly received: StreamEvent[];
  /** Resolves with the first event of a type, received already or to come. */
  next(event: string): Promise<StreamEvent>;
  close(): Promise<void>;
};

export type StreamOptions = { readonly key: string; readonly lastEventId?: number; readonly topics?: string };

/** Connects as a browser would; resolves when the server has answered. */
export async function openStream(url: string, options: StreamOptions): Promise<EventStream> {
  const abort = new AbortController();
  const query = options.topics === undefined ? "" : `?topics=${options.topics}`;
  const response = await fetch(`${url}/api/v1/events${query}`, {
    headers: {
      authorization: `Bearer ${options.key}`,
      ...(options.lastEventId === undefined ? {} : { "last-event-id": String(options.lastEventId) }),
    },
    signal: abort.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(`The stream answered ${response.status}.`);
  const received: StreamEvent[] = [];
  const reading = readFrames(response.body, received).catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  return {
    received,
    next: (event) => eventually(() => received.find((frame) => frame.event === event), `event ${event}`),
    async close() {
      abort.abort();
      await reading;
    },
  };
}

async function readFrames(body: ReadableStream<Uint8Array>, received: StreamEvent[]): Promise<void> {
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    received.push(...frames.filter((frame) => !frame.startsWith(":")).map(parseFrame));
  }
}

function parseFrame(frame: string): StreamEvent {
  const fields = new Map(
    frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  return {
    id: Number(fields.get("id")),
    event: fields.get("event") ?? "",
    data: JSON.parse(fields.get("data") ?? "null") as unknown,
  };
}
