import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect } from "vitest";
import { type CacheBlock, PrefixCache } from "./prefix-cache.ts";

/** What a provider publishes of its cache, said in the plainest way: a second opinion on the simulator. */
const RULES = { lifetimeMs: 300_000, minTokens: 1_024, lookbackBlocks: 20 } as const;

type Request = { readonly blocks: readonly CacheBlock[]; readonly atMs: number };
type Use = { readonly read: number; readonly written: number; readonly fresh: number };

/** Remembers prefixes as lists of texts, with the moment at which each is forgotten. */
class CacheModel {
  readonly #forgottenAt = new Map<string, number>();

  call({ blocks, atMs }: Request): Use {
    const nameOf = (length: number): string => JSON.stringify(blocks.slice(0, length).map(({ content }) => content));
    const tokensOf = (length: number): number => blocks.slice(0, length).reduce((sum, { tokens }) => sum + tokens, 0);
    const isLongEnough = (length: number): boolean => tokensOf(length) >= RULES.minTokens;
    const isKnown = (length: number): boolean => (this.#forgottenAt.get(nameOf(length)) ?? -1) >= atMs;
    /** Lengths of the prefixes that end with a breakpoint, the longest first. */
    const marked = blocks.flatMap(({ mark }, at) => (mark === undefined ? [] : [at + 1])).toReversed();
    const reach = marked.map((length) => {
      const near = Array.from({ length: RULES.lookbackBlocks }, (_, back) => length - back);
      return near.find((candidate) => candidate > 0 && isLongEnough(candidate) && isKnown(candidate));
    });
    const hit = reach.find((length) => length !== undefined) ?? 0;
    const cached = marked.filter(isLongEnough);
    const read = tokensOf(hit);
    const written = Math.max(0, tokensOf(cached[0] ?? 0) - read);
    for (const length of hit === 0 ? cached : [hit, ...cached]) {
      this.#forgottenAt.set(nameOf(length), atMs + RULES.lifetimeMs);
    }
    return { read, written, fresh: tokensOf(blocks.length) - read - written };
  }
}

/** What a session does to its next request: it goes on, loses its beginning, changes in the middle, or begins anew. */
const change = fc.record({
  waitMs: fc.oneof(
    { weight: 6, arbitrary: fc.nat(60_000) },
    { weight: 1, arbitrary: fc.integer({ min: 299_990, max: 300_010 }) },
    { weight: 1, arbitrary: fc.nat(700_000) },
  ),
  added: fc.oneof({ weight: 4, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.integer({ min: 15, max: 26 }) }),
  tokens: fc.constantFrom(10, 200, 600, 1_100),
  cut: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(12) }),
  changed: fc.option(fc.nat(30), { freq: 6 }),
  /** Where breakpoints stand, counted from the end. */
  marks: fc.uniqueArray(fc.oneof(fc.nat(3), fc.nat(40)), { maxLength: 4 }),
});

const SYSTEM = 2;

function requestsOf(changes: readonly (typeof change extends fc.Arbitrary<infer Value> ? Value : never)[]): Request[] {
  let history: { content: string; tokens: number }[] = [];
  let atMs = 0;
  let made = 0;
  return changes.map(({ waitMs, added, tokens, cut, changed, marks }) => {
    atMs += waitMs;
    history = [...history.slice(0, SYSTEM), ...history.slice(SYSTEM + cut)];
    for (let nth = 0; nth < added; nth += 1) history.push({ content: `block ${(made += 1)}`, tokens });
    const old = changed === null ? undefined : history[changed];
    if (old !== undefined && changed !== null) history[changed] = { ...old, content: `block ${(made += 1)}` };
    const blocks = history.map((block, at): CacheBlock => {
      return marks.includes(history.length - 1 - at) ? { ...block, mark: "5m" } : block;
    });
    return { blocks, atMs };
  });
}

fact(
  ["PERF-C1", "PERF-C2"],
  "the simulator's cache and a plain model of the published rules agree on 10,000 random sequences of requests",
  () => {
    let reads = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 3, maxLength: 7 }), (changes) => {
        let now = 0;
        const cache = new PrefixCache(() => new Date(now));
        const model = new CacheModel();
        for (const request of requestsOf(changes)) {
          now = request.atMs;
          const use = cache.plan({ scope: "one", blocks: request.blocks, minTokens: RULES.minTokens });
          use.commit();
          const expected = model.call(request);
          expect([use.readTokens, use.writtenShortTokens, use.freshTokens]).toEqual([
            expected.read,
            expected.written,
            expected.fresh,
          ]);
          if (expected.read > 0) reads += 1;
        }
      }),
      { numRuns: 10_000 },
    );
    // The sequences are worth something only when many of them hit.
    expect(reads).toBeGreaterThan(5_000);
  },
  600_000,
);
