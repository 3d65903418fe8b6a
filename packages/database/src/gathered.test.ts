import { expect, test } from "vitest";
import { gathered } from "./gathered.ts";

/** A sender whose batches wait until they are let through. */
function sender() {
  const batches: { readonly asks: readonly number[]; through(): void; fail(): void }[] = [];
  const send = gathered<number, number>(
    async (batch) => {
      const gate = Promise.withResolvers<void>();
      batches.push({
        asks: batch.map(({ ask }) => ask),
        through: gate.resolve,
        fail: () => gate.reject(new Error("cut")),
      });
      await gate.promise;
      for (const { ask, answer } of batch) answer(ask * 10);
    },
    { most: 3 },
  );
  return { batches, send };
}

test("one alone goes at once; what comes meanwhile goes together after it, in batches of the given size", async () => {
  const { batches, send } = sender();
  const answers = [1, 2, 3, 4, 5].map(send);
  expect(batches.map(({ asks }) => asks)).toEqual([[1]]);
  batches[0]?.through();
  expect(await answers[0]).toBe(10);
  batches[1]?.through();
  expect(await answers[3]).toBe(40);
  batches[2]?.through();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
  expect(batches.map(({ asks }) => asks)).toEqual([[1], [2, 3, 4], [5]]);
});

test("a batch that fails fails its own asks only", async () => {
  const { batches, send } = sender();
  const answers = [1, 2, 3].map(send);
  batches[0]?.fail();
  await expect(answers[0]).rejects.toThrow("cut");
  batches[1]?.through();
  expect(await Promise.all([answers[1], answers[2]])).toEqual([20, 30]);
  const later = send(4);
  batches[2]?.through();
  expect(await later).toBe(40);
});
