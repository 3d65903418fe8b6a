import { holdEventLine } from "./event-line.ts";
import type { LineState, LiveMessage } from "./live-event.ts";

/**
 * What the tab with the stream sends to the others. `order` counts without gaps, so that a tab notices what it missed; `before` is how far
 * it had told before this message, so that a tab notices whether it began to listen in time.
 */
type Broadcast =
  | {
      readonly kind: "told";
      readonly leader: string;
      readonly order: number;
      readonly before: string | undefined;
      readonly message: LiveMessage;
    }
  | { readonly kind: "hello" };

type SharedLineOptions = {
  /** Names who is signed in: tabs of the same person share one stream. */
  readonly audience: string;
  readonly tab: string;
  /** The position that everything this tab shows was read at or after, where that is known. */
  readonly readAt: string | undefined;
  readonly tell: (message: LiveMessage) => void;
};

/**
 * One stream for all tabs of a browser: the tab that gets the lock holds it and passes everything on; when it closes, the next one
 * goes on from the last position that was told. Nothing is missed between what a tab read and what it hears: who holds the stream begins it
 * where that tab has read, and who listens later asks again for what it shows if something was told in between. A browser without locks (a plain http address) has a stream in each tab.
 */
export function openSharedLine({ audience, tab, readAt, tell }: SharedLineOptions): () => void {
  const closing = new AbortController();
  const channel = new BroadcastChannel(`cadre.live.${audience}`);
  let position = readAt;
  let line: LineState | undefined;
  let order = 0;
  let isLeader = false;
  let heard: { readonly leader: string; readonly order: number } | undefined;

  const take = (message: LiveMessage): void => {
    if (message.kind === "line") line = message.state;
    else position = message.position ?? position;
    tell(message);
  };
  const send = (message: LiveMessage, before: string | undefined): void => {
    order += 1;
    channel.postMessage({ kind: "told", leader: tab, order, before, message } satisfies Broadcast);
  };
  channel.onmessage = ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === "hello") {
      if (isLeader && line !== undefined) send({ kind: "line", state: line }, position);
      return;
    }
    const isWhole = heard?.leader === data.leader ? data.order === heard.order + 1 : isNotAfter(data.before, position);
    heard = { leader: data.leader, order: data.order };
    if (!isWhole) tell({ kind: "reset", position: data.before });
    take(data.message);
  };
  const lead = async (): Promise<void> => {
    isLeader = true;
    await holdEventLine({
      signal: closing.signal,
      after: position,
      tell: (message) => {
        const before = position;
        take(message);
        send(message, before);
      },
    });
  };

  if ("locks" in navigator) {
    const held = navigator.locks.request(`cadre.live.${audience}`, { signal: closing.signal }, lead);
    // Closing before its turn came ends the request with an error that means just that.
    held.catch(() => undefined);
    channel.postMessage({ kind: "hello" } satisfies Broadcast);
  } else {
    void holdEventLine({ signal: closing.signal, after: readAt, tell });
  }
  return () => {
    closing.abort();
    channel.close();
  };
}

/** Whether somebody who has told everything up to `told` has told nothing that comes after `seen`. */
function isNotAfter(told: string | undefined, seen: string | undefined): boolean {
  return told !== undefined && seen !== undefined && Number(told) <= Number(seen);
}
