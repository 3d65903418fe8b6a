import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemIdleWatch } from "./idle-watch.ts";
import { systemWait } from "./retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a watch that is touched starts again; one that is stopped stays quiet", () => {
  const onIdle = vi.fn();
  const watch = systemIdleWatch(100, onIdle);
  vi.advanceTimersByTime(99);
  watch.touch();
  vi.advanceTimersByTime(99);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledOnce();
  const stopped = systemIdleWatch(100, onIdle);
  stopped.stop();
  vi.advanceTimersByTime(1_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

test("a wait ends with its time or with the signal, whichever comes first", async () => {
  const stop = new AbortController();
  const timed = systemWait(100, stop.signal);
  vi.advanceTimersByTime(100);
  await timed;
  const aborted = systemWait(100, stop.signal);
  stop.abort();
  await aborted;
  await systemWait(100, stop.signal);
  expect(vi.getTimerCount()).toBe(0);
});
