import { setTimeout as pause } from "node:timers/promises";

const DEADLINE_MS = 60_000;
const POLL_MS = 25;

/**
 * Asks again and again until there is an answer other than `undefined`, and fails with `what` was missing at the deadline.
 * For things that happen in another process; inside one, await the event itself.
 */
export async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  what: string,
  deadlineMs: number = DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`Still no ${what} after ${deadlineMs} ms`);
    await pause(POLL_MS);
  }
}
