/** Gives the place back. Calling it twice is harmless. */
type Release = () => void;

/** A limit on what runs at once under one key, first come, first served. */
export type Semaphore = {
  /** Waits for a place. Undefined when the signal aborted first. */
  acquire(key: string, signal: AbortSignal): Promise<Release | undefined>;
};

type Lane = { running: number; readonly queue: (() => void)[] };

export function createSemaphore(places: number): Semaphore {
  const lanes = new Map<string, Lane>();

  const release = (key: string, lane: Lane): void => {
    const next = lane.queue.shift();
    if (next !== undefined) {
      next();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(key);
  };

  return {
    acquire: async (key, signal) => {
      if (signal.aborted) return undefined;
      const lane = lanes.get(key) ?? { running: 0, queue: [] };
      lanes.set(key, lane);
      if (lane.running < places) lane.running += 1;
      else if (!(await queued(lane, signal))) return undefined;
      return once(() => {
        release(key, lane);
      });
    },
  };
}

/** True when a place was handed over, false when the signal aborted before. */
function queued(lane: Lane, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const takeOver = (): void => {
      signal.removeEventListener("abort", leave);
      resolve(true);
    };
    const leave = (): void => {
      lane.queue.splice(lane.queue.indexOf(takeOver), 1);
      resolve(false);
    };
    lane.queue.push(takeOver);
    signal.addEventListener("abort", leave, { once: true });
  });
}

function once(run: () => void): Release {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
