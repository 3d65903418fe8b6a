import { useEffect, useSyncExternalStore } from "react";
import { queryClient } from "../api/query-client.ts";
import { randomId } from "../api/random-id.ts";
import { readFloor } from "../api/read-floor.ts";
import { createEventSink } from "./apply-events.ts";
import type { LineState, LiveEvent } from "./live-event.ts";
import { openSharedLine } from "./shared-line.ts";

type EventListener = (event: LiveEvent) => void;

const eventListeners = new Set<EventListener>();
const lineListeners = new Set<() => void>();
let line: LineState = { kind: "connecting", since: Date.now(), attempt: 0 };

/** Keeps the caches of this tab true for as long as somebody is signed in. Used once, by the shell. */
export function useLiveCaches(audience: string): void {
  useEffect(() => {
    const sink = createEventSink(queryClient);
    const readAt = readFloor.position();
    const endFloor = readFloor.beginLine(readAt, sink.takeReset);
    const close = openSharedLine({
      audience,
      tab: randomId(),
      readAt,
      tell: (message) => {
        if (message.kind === "line") {
          if (line.kind === "reconnecting" && message.state.kind === "live") sink.takeReturn();
          setLine(message.state);
        }
        if (message.kind === "reset") sink.takeReset();
        if (message.kind !== "event") return;
        sink.take(message.event);
        for (const listener of eventListeners) listener(message.event);
      },
    });
    // A page that the browser had put to sleep heard nothing meanwhile.
    const onShow = (event: PageTransitionEvent): void => (event.persisted ? sink.takeReset() : undefined);
    globalThis.addEventListener("pageshow", onShow);
    return () => {
      globalThis.removeEventListener("pageshow", onShow);
      endFloor();
      close();
      sink.stop();
    };
  }, [audience]);
}

/** How the line to the server is. */
export function useLine(): LineState {
  return useSyncExternalStore(
    (listener) => {
      lineListeners.add(listener);
      return () => lineListeners.delete(listener);
    },
    () => line,
  );
}

/** Hears each event as it comes, for what is no cache. Answers how to stop. */
export function onLiveEvent(listener: EventListener): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

function setLine(next: LineState): void {
  line = next;
  for (const listener of lineListeners) listener();
}
