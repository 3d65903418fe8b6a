import { setTimeout as pause } from "node:timers/promises";

const TRY_MS = 20;

/** A client that keeps asking: when each of its requests was acknowledged, and what that acknowledged. */
export type Prober<T> = {
  /** What was acknowledged, in order. */
  readonly acknowledged: { readonly at: number; readonly value: T }[];
  /** The first acknowledgement of a request that was sent after a moment. */
  firstAfter(moment: number): Promise<number>;
  stop(): Promise<void>;
};

/** Sends one request after another, with a short pause between them, and keeps on through failures. */
export function keepAsking<T>(ask: (nth: number) => Promise<T>): Prober<T> {
  const acknowledged: { readonly at: number; readonly value: T }[] = [];
  let isStopped = false;
  let waiting: { readonly after: number; readonly resolve: (at: number) => void } | undefined;
  const loop = async (): Promise<void> => {
    for (let nth = 0; !isStopped; nth += 1) {
      const sent = performance.now();
      await ask(nth).then(
        (value) => {
          const at = performance.now();
          acknowledged.push({ at, value });
          if (waiting !== undefined && sent >= waiting.after) waiting.resolve(at);
        },
        // A refusal is what an outage looks like; the next request tells when it is over.
        () => undefined,
      );
      await pause(TRY_MS);
    }
  };
  const ended = loop();
  return {
    acknowledged,
    firstAfter: (after) => new Promise((resolve) => (waiting = { after, resolve })),
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}
