import { API_ROOT } from "../api/call.ts";
import { createFrameParser, type StreamFrame } from "./frame-parser.ts";
import type { LiveEvent } from "./live-event.ts";

/** Positions to look back, the farthest first: what is no longer kept is answered with a reset, and less is asked for. */
const LOOK_BACK = [2_000, 500, 100];
/** What is kept arrives at once; a line that is silent for this long has told it all. */
const QUIET_MS = 500;
const FIRST_WORD_MS = 5_000;

/** The events that are still kept, the newest first. Throws what the network throws. */
export async function readEventHistory(signal: AbortSignal): Promise<LiveEvent[]> {
  const hello = await readFrames(undefined, signal, ({ event }) => event === "hello");
  const now = Number(hello.at(-1)?.id ?? 0);
  if (now === 0) return [];
  for (const back of LOOK_BACK) {
    const from = Math.max(0, now - back);
    const frames = await readFrames(from, signal, ({ id, event }) => event === "reset" || Number(id) >= now);
    if (frames.some(({ event }) => event === "reset")) continue;
    return frames.map(({ text }) => JSON.parse(text) as LiveEvent).toReversed();
  }
  return [];
}

/** Reads one connection until a frame is the last that is wanted, or it falls silent. */
async function readFrames(
  after: number | undefined,
  signal: AbortSignal,
  isLast: (frame: StreamFrame) => boolean,
): Promise<StreamFrame[]> {
  const done = new AbortController();
  const response = await fetch(`${API_ROOT}/events`, {
    headers: { accept: "text/event-stream", ...(after === undefined ? {} : { "last-event-id": String(after) }) },
    credentials: "same-origin",
    cache: "no-store",
    signal: AbortSignal.any([signal, done.signal]),
  });
  if (!response.ok || response.body === null) throw new Error(`The event stream was answered ${response.status}.`);
  const frames: StreamFrame[] = [];
  const parse = createFrameParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let silence = setTimeout(() => done.abort(), FIRST_WORD_MS);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(() => done.abort(), QUIET_MS);
      const next = parse(part.value);
      frames.push(...next);
      if (next.some(isLast)) return frames;
    }
    return frames;
  } catch (error) {
    if (signal.aborted || !done.signal.aborted) throw error;
    // Silence is the end of what is kept.
    return frames;
  } finally {
    clearTimeout(silence);
    done.abort();
  }
}
