import { useEffect, useEffectEvent, useState } from "react";
import { addressOf } from "../api/call.ts";
import { createFrameParser, type StreamFrame } from "../live/frame-parser.ts";
import { type Delta, type LiveText, withPiece } from "./live-pieces.ts";

const COME_BACK_MS = 1_500;

/**
 * What a run's model writes while it writes it. Once a step is in the log it is gone from here. The stream is open only while the
 * run is and the page is looked at: connections are few.
 */
export function useLiveText(runId: string, state: "open" | "over", loggedStep: number): LiveText | undefined {
  const [live, setLive] = useState<LiveText>();
  const take = useEffectEvent((frames: readonly StreamFrame[]) => {
    const pieces = frames.filter(({ event }) => event === "delta").map(({ text }) => JSON.parse(text) as Delta);
    if (pieces.length > 0) setLive((before) => pieces.reduce<LiveText | undefined>(withPiece, before));
    if (frames.some(({ event }) => event === "end")) setLive(undefined);
  });
  useEffect(() => {
    if (state === "over") return undefined;
    const leaving = new AbortController();
    void follow(runId, take, leaving.signal);
    return () => leaving.abort();
  }, [runId, state]);
  if (live === undefined || state === "over") return undefined;
  const isLogged = live.step <= loggedStep;
  if (isLogged && live.output === "") return undefined;
  return isLogged ? { ...live, text: "", thinking: "" } : live;
}

async function follow(
  runId: string,
  take: (frames: readonly StreamFrame[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastId: string | undefined;
  let isOver = false;
  while (!signal.aborted && !isOver) {
    try {
      await untilVisible(signal);
      const response = await fetch(addressOf("/runs/:runId/stream", { params: { runId } }), {
        headers: { accept: "text/event-stream", ...(lastId === undefined ? {} : { "last-event-id": lastId }) },
        credentials: "same-origin",
        signal,
      });
      if (!response.ok || response.body === null) return;
      const parse = createFrameParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const frames = parse(part.value);
        lastId = frames.findLast(({ id }) => id !== undefined)?.id ?? lastId;
        isOver ||= frames.some(({ event }) => event === "end");
        take(frames);
      }
    } catch {
      // A line that breaks is nothing unusual: it is opened again below.
    }
    if (!isOver) await pause(COME_BACK_MS, signal);
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    document.addEventListener("visibilitychange", done, { signal });
    signal.addEventListener("abort", done, { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
