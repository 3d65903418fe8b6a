import { holdEventLine } from "./event-line.ts";
import type { LineState, LiveMessage } from "./live-event.ts";

/** What the tab with the stream sends to the others. `order` counts without gaps, so that a tab notices what it missed. */
type Broadcast =
  | { readonly kind: "told"; readonly leader: string; readonly order: number; readonly message: LiveMessage }
  | { readonly kind: "hello" };

type SharedLineOptions = {
  /** Names who is signed in: tabs of the same person share one stream. */
  readonly audience: string;
  readonly tab: string;
  readonly tell: (message: LiveMessage) => void;
};

/**
 * One stream for all tabs of a browser: the tab that gets the lock holds it and passes everything on; when it closes, the next one
 * goes on from the last position that was told. A browser without locks (a plain http address) has a stream in each tab.
 */
export function openSharedLine({ audience, tab, tell }: SharedLineOptions): () => void {
  const closing = new AbortController();
  const channel = new BroadcastChannel(`cadre.live.${audience}`);
  let position: string | undefined;
  let line: LineState | undefined;
  let order = 0;
  let isLeader = false;
  let heard: { readonly leader: string; readonly order: number } | undefined;

  const take = (message: LiveMessage): void => {
    if (message.kind === "event") position = message.position ?? position;
    if (message.kind === "line") line = message.state;
    tell(message);
  };
  const send = (message: LiveMessage): void => {
    order += 1;
    channel.postMessage({ kind: "told", leader: tab, order, message } satisfies Broadcast);
  };
  channel.onmessage = ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === "hello") {
      if (isLeader && line !== undefined) send({ kind: "line", state: line });
      return;
    }
    const isNextInOrder = heard === undefined || heard.leader !== data.leader || data.order === heard.order + 1;
    heard = { leader: data.leader, order: data.order };
    if (!isNextInOrder) tell({ kind: "reset" });
    take(data.message);
  };
  const lead = async (): Promise<void> => {
    isLeader = true;
    await holdEventLine({
      signal: closing.signal,
      after: position,
      tell: (message) => {
        take(message);
        send(message);
      },
    });
  };

  if ("locks" in navigator) {
    const held = navigator.locks.request(`cadre.live.${audience}`, { signal: closing.signal }, lead);
    // Closing before its turn came ends the request with an error that means just that.
    held.catch(() => undefined);
    channel.postMessage({ kind: "hello" } satisfies Broadcast);
  } else {
    void holdEventLine({ signal: closing.signal, after: undefined, tell });
  }
  return () => {
    closing.abort();
    channel.close();
  };
}
