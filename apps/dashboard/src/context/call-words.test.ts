import { expect, test } from "vitest";
import type { CallLine } from "../api/queries/context.ts";
import { cachedShare, cacheWords, callSums } from "./call-words.ts";

const NO_BREAK = { promptTokens: 1_000, predictedTokens: 900, broken: null, isCompacted: false, isTrimmed: false };

function call(change: Partial<CallLine>): CallLine {
  const made = {
    status: "done",
    inputTokens: 100,
    cacheReadTokens: 900,
    cacheWriteTokens: 0,
    cacheWriteHourTokens: 0,
    isSimulated: false,
    costMicros: 10,
    context: NO_BREAK,
    ...change,
  };
  return made as unknown as CallLine;
}

test("a call that reads what was predicted goes on from the one before", () => {
  expect(cacheWords(call({}))).toMatchObject({ tone: "good", words: "90 % of the prompt came from the cache." });
});

test("a break is told in the words of the server, with its reason", () => {
  const broken = { part: "identity", why: "its words changed", at: "", words: "cache broken by identity at 12:03" };
  const told = cacheWords(call({ cacheReadTokens: 0, context: { ...NO_BREAK, broken } }));
  expect(told).toMatchObject({ tone: "warn", words: "Cache broken by identity at 12:03." });
  expect(told.why).toContain("Its words changed.");
});

test("a prompt that did not change and was not read is the provider's doing", () => {
  const told = cacheWords(call({ cacheReadTokens: 0, inputTokens: 1_000 }));
  expect(told.tone).toBe("warn");
  expect(told.why).toContain("90 % should have come from the cache");
});

test("a first call, a call under way and one without a receipt accuse nobody", () => {
  const first = { context: { ...NO_BREAK, predictedTokens: 0 } };
  expect(cacheWords(call({ ...first, cacheReadTokens: 0 })).tone).toBe("neutral");
  expect(cacheWords(call({ status: "reserved", inputTokens: 0, cacheReadTokens: 0 })).tone).toBe("neutral");
  expect(cacheWords(call({ context: null })).tone).toBe("neutral");
  expect(cachedShare(call({ status: "reserved" }))).toBeUndefined();
});

test("a first call that came from the cache all the same is not said to have found none", () => {
  const told = cacheWords(call({ context: { ...NO_BREAK, predictedTokens: 0 } }));
  expect(told).toMatchObject({ tone: "good", words: "90 % of the prompt came from the cache." });
});

test("sums add money, breaks and what came from the cache", () => {
  expect(callSums([call({}), call({ cacheReadTokens: 0, inputTokens: 1_000 })])).toEqual({
    calls: 2,
    breaks: 0,
    micros: 20,
    share: 0.45,
  });
});
