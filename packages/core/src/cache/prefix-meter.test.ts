import { type Message, userText } from "@cadre/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildBundle } from "../build-bundle.ts";
import { givenFacts } from "../prompt-facts.fixture.ts";
import { givenTaskSession } from "../session-entries.fixture.ts";
import { cachedEstimate, type MeteredRequest, prefixPrint } from "./prefix-meter.ts";

const MODEL = { provider: "anthropic", model: "one" };

function request(texts: readonly string[], changes: Partial<MeteredRequest> = {}): MeteredRequest {
  const messages: readonly Message[] = texts.map(userText);
  return {
    model: MODEL,
    system: [{ tier: 1, text: "Who you are.", cached: true }],
    tools: [],
    messages,
    tail: "",
    ...changes,
  };
}

test("the same request shares all, a longer one its beginning in whole chunks, another model nothing", () => {
  const before = prefixPrint(request(["a".repeat(5_000)]));
  expect(cachedEstimate(before, before, 1_000)).toMatchObject({ sharedBytes: before.bytes, cachedTokens: 1_000 });
  const after = prefixPrint(request(["a".repeat(5_000), "b".repeat(5_000)]));
  const { sharedBytes, cachedTokens } = cachedEstimate(before, after, 2_000);
  expect(sharedBytes % 256).toBe(0);
  expect(before.bytes - sharedBytes).toBeLessThan(512);
  expect(cachedTokens).toBe(Math.floor((2_000 * sharedBytes) / after.bytes));
  const other = prefixPrint(request(["a".repeat(5_000)], { model: { ...MODEL, model: "two" } }));
  expect(cachedEstimate(before, other, 1_000).cachedTokens).toBe(0);
  expect(cachedEstimate(undefined, before, 1_000).cachedTokens).toBe(0);
});

test("a change at the front leaves nothing, and only what is sent is measured, not the order of its keys", () => {
  const before = prefixPrint(request(["x".repeat(9_000)]));
  const system = [{ tier: 1 as const, text: "Who are you?", cached: true }];
  expect(cachedEstimate(before, prefixPrint(request(["x".repeat(9_000)], { system })), 100).sharedBytes).toBe(0);
  const turned = [{ cached: true, text: "Who you are.", tier: 1 as const }];
  expect(prefixPrint(request(["x"], { system: turned }))).toEqual(prefixPrint(request(["x"])));
});

test("never more than what is the same, and within two chunks of it", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3_000 }), fc.string({ maxLength: 3_000 }), fc.string(), (same, one, two) => {
      const encode = (tail: string): string => JSON.stringify(`${same}${tail}`);
      const [a, b] = [encode(one), encode(two)];
      const empty = { tools: [], system: [], messages: [] };
      const shared = cachedEstimate(
        prefixPrint({ model: MODEL, ...empty, tail: `${same}${one}` }),
        prefixPrint({ model: MODEL, ...empty, tail: `${same}${two}` }),
        100,
      );
      const bytes = Buffer.from(a);
      const others = Buffer.from(b);
      let truth = 0;
      while (truth < Math.min(bytes.length, others.length) && bytes[truth] === others[truth]) truth += 1;
      expect(shared.sharedBytes).toBeLessThanOrEqual(truth);
      expect(truth - shared.sharedBytes).toBeLessThan(512);
    }),
  );
});

test("a tool loop shares nearly all with the call before; with tier 3 in front of the history it does not", () => {
  const share = (dynamicPlacement: "tail" | "system"): number => {
    const print = (steps: number, minute: number): ReturnType<typeof prefixPrint> => {
      const now = new Date(Date.UTC(2026, 10, 29, 9, minute));
      const options = { tools: [], model: { windowTokens: 200_000 }, dynamicPlacement };
      const bundle = buildBundle(givenFacts({ now }), givenTaskSession(steps, 3_000), options);
      if (bundle.kind === "over-budget") throw new Error(bundle.message);
      return prefixPrint({ ...bundle, model: MODEL });
    };
    return cachedEstimate(print(40, 1), print(41, 2), 1_000).cachedTokens / 1_000;
  };
  expect(share("tail")).toBeGreaterThan(0.95);
  expect(share("system")).toBeLessThan(0.25);
});
