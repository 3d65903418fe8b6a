import fc from "fast-check";
import { expect, test } from "vitest";
import { type CacheBlock, type CacheLifetime, PrefixCache } from "./prefix-cache.ts";

const MINUTE = 60_000;

function fixture() {
  let at = Date.parse("2026-11-29T12:00:00Z");
  const cache = new PrefixCache(() => new Date(at));
  const plan = (blocks: readonly CacheBlock[], minTokens = 1_024) => cache.plan({ scope: "k", blocks, minTokens });
  const call = (blocks: readonly CacheBlock[], minTokens?: number) => {
    const use = plan(blocks, minTokens);
    use.commit();
    return [use.freshTokens, use.writtenShortTokens + use.writtenLongTokens, use.readTokens];
  };
  return { plan, call, pass: (ms: number) => (at += ms) };
}

const block = (content: string, tokens: number, mark?: CacheLifetime): CacheBlock => ({ content, tokens, mark });

test("a prefix is written once, read while it lives, and renewed by use", () => {
  const { call, pass } = fixture();
  const prompt = [block("system", 2_000, "5m"), block("question", 10)];
  expect(call(prompt)).toEqual([10, 2_000, 0]);
  expect(call(prompt)).toEqual([10, 0, 2_000]);
  expect(call([block("other", 2_000, "5m"), block("question", 10)])).toEqual([10, 2_000, 0]);
  pass(4 * MINUTE);
  expect(call(prompt)).toEqual([10, 0, 2_000]);
  pass(4 * MINUTE);
  expect(call(prompt)).toEqual([10, 0, 2_000]);
  pass(6 * MINUTE);
  expect(call(prompt)).toEqual([10, 2_000, 0]);
});

test("a growing conversation reads all it wrote before: the sequence of a seven-turn task", () => {
  const { call } = fixture();
  const stable = [block("tools", 1_500, "5m"), block("system", 1_700, "5m")];
  const history: CacheBlock[] = [];
  const rows = [96, 86, 85, 81, 80, 80, 67].map((tokens, turn) => {
    history.push(block(`turn ${turn}`, tokens));
    return call([...stable, ...history.map((one, at) => (at === turn ? { ...one, mark: "5m" as const } : one))]);
  });
  expect(rows).toEqual([
    [0, 3_296, 0],
    [0, 86, 3_296],
    [0, 85, 3_382],
    [0, 81, 3_467],
    [0, 80, 3_548],
    [0, 80, 3_628],
    [0, 67, 3_708],
  ]);
});

test("a prefix below the model's minimum is silently not cached", () => {
  const { call } = fixture();
  expect(call([block("short", 1_000, "5m")])).toEqual([1_000, 0, 0]);
  expect(call([block("short", 1_000, "5m")])).toEqual([1_000, 0, 0]);
  expect(call([block("short", 1_000, "5m")], 512)).toEqual([0, 1_000, 0]);
});

test("an hour's entry outlives a short one, and the split is reported", () => {
  const { plan, pass } = fixture();
  const prompt = [block("tools", 2_000, "1h"), block("system", 500, "5m"), block("question", 10)];
  const first = plan(prompt);
  expect(first).toMatchObject({
    writtenLongTokens: 2_000,
    writtenShortTokens: 500,
    freshTokens: 10,
    totalTokens: 2_510,
  });
  first.commit();
  pass(30 * MINUTE);
  expect(plan(prompt)).toMatchObject({ readTokens: 2_000, writtenShortTokens: 500 });
});

test("entries are visible only once a response began: parallel first requests all miss", () => {
  const { plan } = fixture();
  const prompt = [block("system", 2_000, "5m")];
  const [first, second] = [plan(prompt), plan(prompt)];
  first.commit();
  second.commit();
  expect([first.readTokens, second.readTokens, plan(prompt).readTokens]).toEqual([0, 0, 2_000]);
});

test("a breakpoint looks back 20 blocks and no further", () => {
  const { call } = fixture();
  const prompt = (length: number) =>
    Array.from({ length }, (_, at) => block(`block ${at}`, 100, at === length - 1 ? "5m" : undefined));
  call(prompt(30));
  expect(call(prompt(45))[2]).toBe(3_000);
  const far = fixture();
  far.call(prompt(30));
  expect(far.call(prompt(60))[2]).toBe(0);
  const edge = fixture();
  edge.call(prompt(30));
  expect(edge.call(prompt(49))[2]).toBe(3_000);
  edge.call(prompt(20));
  const beyond = fixture();
  beyond.call(prompt(30));
  expect(beyond.call(prompt(50))[2]).toBe(0);
});

test("tokens are never lost or counted twice, and a scope never reads another's entries", () => {
  const prompts = fc.array(
    fc.record({
      length: fc.integer({ min: 1, max: 40 }),
      marks: fc.uniqueArray(fc.nat(39), { maxLength: 4 }),
      wait: fc.nat(400_000),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(prompts, (calls) => {
      const { plan, pass } = fixture();
      for (const { length, marks, wait } of calls) {
        pass(wait);
        const blocks = Array.from({ length }, (_, at) => block(`b${at}`, 100, marks.includes(at) ? "5m" : undefined));
        const use = plan(blocks);
        expect(use.readTokens + use.writtenShortTokens + use.writtenLongTokens + use.freshTokens).toBe(length * 100);
        expect(Math.min(use.readTokens, use.writtenShortTokens, use.freshTokens)).toBeGreaterThanOrEqual(0);
        use.commit();
        const last = blocks.findLastIndex((one, at) => one.mark !== undefined && (at + 1) * 100 >= 1_024);
        expect(plan(blocks).readTokens).toBe(last < 0 ? 0 : (last + 1) * 100);
      }
    }),
  );
  const cache = new PrefixCache(() => new Date(0));
  const blocks = [block("system", 2_000, "5m")];
  cache.plan({ scope: "a", blocks, minTokens: 1 }).commit();
  expect(cache.plan({ scope: "b", blocks, minTokens: 1 }).readTokens).toBe(0);
});
