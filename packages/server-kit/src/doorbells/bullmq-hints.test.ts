import { expect, test } from "vitest";
import { hintSender } from "./bullmq-hints.ts";

/** A queue that answers each call when it is told to. */
function slowQueue() {
  const calls: { runIds: string[]; answer: PromiseWithResolvers<void> }[] = [];
  const called = (...hints: readonly { readonly runId: string }[]): Promise<void> => {
    const call = { runIds: hints.map(({ runId }) => runId), answer: Promise.withResolvers<void>() };
    calls.push(call);
    return call.answer.promise;
  };
  return {
    calls,
    add: (_name: string, data: { readonly runId: string }) => called(data),
    addBulk: (jobs: readonly { readonly data: { readonly runId: string } }[]) =>
      called(...jobs.map(({ data }) => data)),
  };
}

const hint = (runId: string) => ({ runId, priority: 2, delayMs: 0 });

test("a hint that comes alone goes at once; those that come meanwhile go together after it", async () => {
  const queue = slowQueue();
  const ring = hintSender(queue, () => undefined);
  for (const runId of ["run_1", "run_2", "run_3"]) ring(hint(runId));
  expect(queue.calls.map(({ runIds }) => runIds)).toEqual([["run_1"]]);
  queue.calls[0]?.answer.resolve();
  await expect.poll(() => queue.calls.map(({ runIds }) => runIds)).toEqual([["run_1"], ["run_2", "run_3"]]);
  queue.calls[1]?.answer.resolve();
  await queue.calls[1]?.answer.promise;
  await expect
    .poll(() => {
      ring(hint("run_4"));
      return queue.calls.length;
    })
    .toBe(3);
});

test("a batch that fails is reported, and the next one goes out", async () => {
  const queue = slowQueue();
  const problems: string[] = [];
  const ring = hintSender(queue, (error, where) => problems.push(`${where}: ${error.message}`));
  ring(hint("run_1"));
  ring(hint("run_2"));
  queue.calls[0]?.answer.reject(new Error("Redis is away"));
  await expect.poll(() => queue.calls.at(1)?.runIds).toEqual(["run_2"]);
  expect(problems).toEqual(["1 hints: Redis is away"]);
});
