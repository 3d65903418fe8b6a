/** A running watch over a stream. */
export type IdleWatch = {
  /** The stream is alive: the time starts again. */
  touch(): void;
  /** Ends the watch for good. */
  stop(): void;
};

/** Starts a watch that calls `onIdle` once when it is not touched for `ms`. */
export type StartIdleWatch = (ms: number, onIdle: () => void) => IdleWatch;

/** The watch on real timers: one timer per stream, refreshed in place, because a stream touches it thousands of times. */
export const systemIdleWatch: StartIdleWatch = (ms, onIdle) => {
  const timer = setTimeout(onIdle, ms);
  return {
    touch: () => {
      timer.refresh();
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
};
