import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

const NEVER = new AbortController().signal;

test("places are handed on in the order of asking, per key", async () => {
  const semaphore = createSemaphore(1);
  const first = await semaphore.acquire("a", NEVER);
  const order: string[] = [];
  const second = semaphore.acquire("a", NEVER).then((release) => (order.push("second"), release));
  const third = semaphore.acquire("a", NEVER).then((release) => (order.push("third"), release));
  expect(await semaphore.acquire("b", NEVER)).toBeDefined();
  expect(order).toEqual([]);
  first?.();
  first?.();
  const held = await second;
  expect(order).toEqual(["second"]);
  held?.();
  (await third)?.();
  expect(order).toEqual(["second", "third"]);
});

test("one who leaves the queue takes no place", async () => {
  const semaphore = createSemaphore(1);
  const held = await semaphore.acquire("a", NEVER);
  const leaver = new AbortController();
  const gone = semaphore.acquire("a", leaver.signal);
  const next = semaphore.acquire("a", NEVER);
  leaver.abort();
  expect(await gone).toBeUndefined();
  held?.();
  expect(await next).toBeDefined();
  expect(await semaphore.acquire("a", AbortSignal.abort())).toBeUndefined();
});
