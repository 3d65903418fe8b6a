import type { SessionEntry, ToolSpec } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { buildBundle } from "../build-bundle.ts";
import type { BundleOptions, ContextBundle } from "../context-bundle.ts";
import { givenBoard, givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { givenEntries, givenTaskSession, replied, said } from "../session-entries.fixture.ts";
import { describeCacheBreak } from "./cache-break.ts";

const TOOLS: readonly ToolSpec[] = [
  { name: "file_read", description: "Reads a file.", parameters: { type: "object", properties: {} } },
];
const OPTIONS: BundleOptions = { tools: TOOLS, model: { windowTokens: 200_000 }, modelName: "anthropic/one" };

function call(
  entries: readonly SessionEntry[],
  facts: Partial<PromptFacts> = {},
  options: Partial<BundleOptions> = {},
): ContextBundle {
  const result = buildBundle(givenFacts(facts), entries, { ...OPTIONS, ...options });
  if (result.kind === "over-budget") throw new Error(result.message);
  return result;
}

function seconds(after: number): Date {
  return new Date(givenFacts().now.getTime() + after * 1_000);
}

function totalTokens({ receipt }: ContextBundle): number {
  const sections = receipt.sections.reduce((sum, { tokens }) => sum + tokens, 0);
  return sections + receipt.tools.tokens + receipt.messages.tokens;
}

test("a receipt names its breakpoints front to back, each deeper than the one before", () => {
  const { receipt } = call(givenTaskSession(3));
  expect(receipt.cache.marks.map(({ at, message }) => [at, message])).toEqual([
    ["tools", undefined],
    ["tier1", undefined],
    ["tier2", undefined],
    ["message", 6],
  ]);
  const depths = receipt.cache.marks.map(({ tokens }) => tokens);
  expect(depths).toEqual(depths.toSorted((a, b) => a - b));
  const [tools] = depths;
  expect(tools).toBe(receipt.tools.tokens);
  expect(receipt.cache).toMatchObject({ predictedTokens: 0, broken: undefined });
});

test("on a turn's first call the last breakpoint leaves the new message out", () => {
  const { receipt } = call(givenEntries([said("Hi."), replied("Hello."), said("What now? ".repeat(100))]));
  const newest = receipt.cache.marks.at(-1);
  expect(newest).toMatchObject({ at: "message", message: 1 });
  const prefix =
    totalTokens(call(givenEntries([said("Hi.")]))) - call(givenEntries([said("Hi.")])).receipt.messages.tokens;
  expect(newest?.tokens).toBeLessThan(prefix + 40);
});

fact(
  "M41",
  "in a tool loop only the newest step and tier 3 are paid in full: after nine rounds less than a tenth",
  () => {
    const tools = Array.from({ length: 25 }, (_, at) => ({
      name: `tool_${at}`,
      description: "What it does, when to use it, and what it answers when it cannot. ".repeat(5),
      parameters: { type: "object", properties: { path: { type: "string" } } },
    }));
    let previous = call(givenTaskSession(0, 1_000), {}, { tools }).receipt;
    let share = 0;
    for (let round = 1; round <= 9; round += 1) {
      const state = { now: seconds(round * 20), taskBoard: givenBoard(round % 3, 2) };
      const next = call(givenTaskSession(round, 1_000), state, { tools, previous });
      expect(next.cachedMessages.at(-1)).toBe(next.messages.length - 1);
      expect(next.receipt.cache.broken).toBeUndefined();
      expect(next.receipt.cache.predictedTokens).toBe(previous.cache.marks.at(-1)?.tokens);
      const step = next.receipt.messages.tokens - previous.messages.tokens;
      const tier3 = next.receipt.sections.reduce((sum, { tier, tokens }) => sum + (tier === 3 ? tokens : 0), 0);
      const paid = totalTokens(next) - next.receipt.cache.predictedTokens;
      // What sections count one by one lacks the tags around them.
      expect(Math.abs(paid - step - tier3)).toBeLessThan(40);
      previous = next.receipt;
      share = 1 - paid / totalTokens(next);
    }
    expect(share).toBeGreaterThanOrEqual(0.9);
  },
);

test("a receipt that was stored and read back predicts the same", () => {
  const { receipt } = call(givenTaskSession(3));
  const next = call(givenTaskSession(4), {}, { previous: receipt }).receipt;
  const stored = JSON.parse(JSON.stringify(receipt)) as typeof receipt;
  expect(call(givenTaskSession(4), {}, { previous: stored }).receipt.cache).toEqual(next.cache);
});

type Change = { readonly facts?: Partial<PromptFacts>; readonly options?: Partial<BundleOptions> };

function brokenBy({ facts, options }: Change, entries = givenTaskSession(4)): readonly [string | undefined, number] {
  const previous = call(givenTaskSession(3)).receipt;
  const { cache } = call(entries, { now: seconds(20), ...facts }, { previous, ...options }).receipt;
  return [cache.broken?.part, cache.predictedTokens];
}

test("a break is named by the first thing that changed, and what stands before it is still read", () => {
  const marks = call(givenTaskSession(3)).receipt.cache.marks;
  const tokensAt = (at: string): number => marks.find((mark) => mark.at === at)?.tokens ?? -1;
  expect(brokenBy({})).toEqual([undefined, marks.at(-1)?.tokens]);
  const people = [{ id: "per_lee", name: "Lee", role: "admin" }];
  expect(brokenBy({ facts: { people } })).toEqual(["identity", tokensAt("tier1")]);
  expect(brokenBy({ facts: { team: undefined } })).toEqual(["team-notes", tokensAt("tier1")]);
  expect(brokenBy({ facts: { lineage: { nodeId: "node-1" } } })).toEqual(["lineage", tokensAt("tier1")]);
  expect(brokenBy({ facts: { harnessIntroduction: "You are new." } })).toEqual(["introduction", tokensAt("tools")]);
  const more = [...TOOLS, { name: "file_write", description: "Writes.", parameters: { type: "object" } }];
  expect(brokenBy({ options: { tools: more } })).toEqual(["tools", 0]);
  expect(brokenBy({ options: { modelName: "anthropic/two" } })).toEqual(["model", 0]);
  expect(brokenBy({ facts: { now: seconds(301) } })).toEqual(["time", 0]);
  expect(brokenBy({ facts: { now: seconds(299) } })[0]).toBeUndefined();
  expect(brokenBy({ facts: { taskBoard: givenBoard(9, 9), sender: undefined } })[0]).toBeUndefined();
});

test("a history that is not the old one with more at its end is named with what became of it", () => {
  const tier2 = call(givenTaskSession(3)).receipt.cache.marks.find(({ at }) => at === "tier2")?.tokens;
  const other = givenEntries([said("TASK EXECUTION\nSomething else.", { isPinned: true }), replied("Yes.")]);
  expect(brokenBy({}, other)).toEqual(["history", tier2]);
  const compacted = givenEntries([
    ...givenTaskSession(3).map(({ payload }) => payload),
    { kind: "compaction", v: 1, summary: "Three steps.", firstKeptEntryId: null, tokensBefore: 90 },
  ]);
  expect(brokenBy({}, compacted)).toEqual(["history", tier2]);
  const previous = call(givenTaskSession(3)).receipt;
  const { receipt } = call(compacted, { now: seconds(20) }, { previous });
  expect(receipt.compacted).toEqual({ entryId: "ent_7", tokensBefore: 90 });
  expect(receipt.cache.broken?.why).toBe("a compaction stands for its beginning");
});

test("with tier 3 before the history, its changes break the history and nothing else", () => {
  const system = { dynamicPlacement: "system" } as const;
  const previous = call(givenTaskSession(3), {}, system).receipt;
  const same = call(givenTaskSession(4), {}, { ...system, previous }).receipt.cache;
  expect([same.broken, same.predictedTokens]).toEqual([undefined, previous.cache.marks.at(-1)?.tokens]);
  const { cache } = call(givenTaskSession(4), { now: seconds(60) }, { ...system, previous }).receipt;
  expect(cache.broken?.part).toBe("history");
  expect(cache.predictedTokens).toBe(previous.cache.marks.find(({ at }) => at === "tier2")?.tokens);
});

test("the operator reads what broke the cache and when, on the organization's clock", () => {
  const previous = call(givenTaskSession(3)).receipt;
  const { broken } = call(givenTaskSession(4), { knowledge: [] }, { previous }).receipt.cache;
  expect(broken && describeCacheBreak(broken, "Europe/Berlin")).toBe("cache broken by knowledge at 10:15");
  expect(broken?.why).toBe("the section is gone");
});
