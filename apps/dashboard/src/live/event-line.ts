import { API_ROOT } from "../api/call.ts";
import { reportSignedOut } from "../api/signed-out.ts";
import { createFrameParser, type StreamFrame } from "./frame-parser.ts";
import type { LiveEvent, LiveMessage } from "./live-event.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** The server says something every 15 s; a line that is silent for longer is dead, whatever the network believes. */
const SILENCE_MS = 40_000;

type LineOptions = {
  readonly signal: AbortSignal;
  /** The position to go on from; undefined begins with what happens next, and has everything that was read before asked for again. */
  readonly after: string | undefined;
  readonly tell: (message: LiveMessage) => void;
};

/** Holds one stream of events open until it is aborted: comes back after every loss, from the last position it saw. */
export async function holdEventLine({ signal, after, tell }: LineOptions): Promise<void> {
  let position = after;
  let attempt = 0;
  const onFrame = (frame: StreamFrame): void => {
    const isFromNowOn = position === undefined;
    position = frame.id ?? position;
    if (frame.event === "hello") {
      // What was read before the line began may be older than where it begins.
      if (isFromNowOn) tell({ kind: "reset", position });
      return;
    }
    if (frame.event === "reset") tell({ kind: "reset", position });
    else tell({ kind: "event", position, event: JSON.parse(frame.text) as LiveEvent });
  };
  const onOpen = (): void => {
    attempt = 0;
    tell({ kind: "line", state: { kind: "live", since: Date.now(), attempt } });
  };
  tell({ kind: "line", state: { kind: "connecting", since: Date.now(), attempt } });
  while (!signal.aborted) {
    const isSignedIn = await readLine({ signal, position, onOpen, onFrame });
    if (!isSignedIn) return reportSignedOut();
    if (signal.aborted) return;
    attempt += 1;
    tell({ kind: "line", state: { kind: "reconnecting", since: Date.now(), attempt } });
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS), signal);
  }
}

type Reading = {
  readonly signal: AbortSignal;
  readonly position: string | undefined;
  readonly onOpen: () => void;
  readonly onFrame: (frame: StreamFrame) => void;
};

/** Reads one connection to its end. Answers false when the server does not know who asks. */
async function readLine({ signal, position, onOpen, onFrame }: Reading): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(`${API_ROOT}/events`, {
      headers: {
        accept: "text/event-stream",
        ...(position === undefined ? {} : { "last-event-id": position }),
      },
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return false;
    if (!response.ok || response.body === null) return true;
    onOpen();
    const parse = createFrameParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const frame of parse(value)) onFrame(frame);
    }
  } catch {
    // A line that breaks is nothing unusual: the caller comes back.
    return true;
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      globalThis.removeEventListener("online", done);
      resolve();
    }
    signal.addEventListener("abort", done);
    globalThis.addEventListener("online", done);
  });
}
