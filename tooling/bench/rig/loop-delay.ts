import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 10;
const NANOS_PER_MS = 1_000_000;
const MICROS_PER_MS = 1_000;

/** How long the event loop kept others waiting, in milliseconds. */
type LoopDelay = {
  readonly p99: number;
  readonly longest: number;
  /** Of the delays, what this thread worked itself: on a machine that others share, the rest is theirs. Longest first. */
  readonly own: readonly number[];
};

/** Watches the event loop of this thread until it is asked. */
export function watchLoop(): () => LoopDelay {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const own: number[] = [];
  let worked = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(worked);
    worked = process.threadCpuUsage();
    own.push(Math.max(0, (user + system) / MICROS_PER_MS - RESOLUTION_MS));
  }, RESOLUTION_MS);
  return () => {
    clearInterval(timer);
    delay.disable();
    return {
      p99: delay.percentile(99) / NANOS_PER_MS - RESOLUTION_MS,
      longest: delay.max / NANOS_PER_MS - RESOLUTION_MS,
      own: own.toSorted((a, b) => b - a),
    };
  };
}
