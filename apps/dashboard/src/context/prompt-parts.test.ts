import { expect, test } from "vitest";
import type { ToldReceipt } from "../api/queries/context.ts";
import { groupSums, promptParts } from "./prompt-parts.ts";

const section = (name: string, tier: 1 | 2 | 3, tokens: number) => ({
  name,
  tier,
  tokens,
  chars: tokens * 4,
  hash: name,
  source: "here",
});

const receipt = {
  tools: { count: 2, tokens: 100, hash: "t" },
  sections: [section("role", 1, 200), section("identity", 2, 100), section("board", 3, 100)],
  messages: { count: 7, tokens: 500, limitTokens: 9_000 },
} as unknown as ToldReceipt["receipt"];

test("parts stand in the order they are sent: tier 3 after the history", () => {
  expect(promptParts(receipt, 0).map(({ id }) => id)).toEqual(["tools", "role", "identity", "history", "board"]);
});

test("the cached part is a beginning of the prompt: whole parts, one in two, and the rest not", () => {
  expect(promptParts(receipt, 0.65).map(({ cachedTokens }) => cachedTokens)).toEqual([100, 200, 100, 250, 0]);
  expect(promptParts(receipt, 1).every(({ tokens, cachedTokens }) => tokens === cachedTokens)).toBe(true);
  expect(promptParts(receipt, 0).every(({ cachedTokens }) => cachedTokens === 0)).toBe(true);
});

test("sums of tiers are those of their parts, and an empty part is none", () => {
  expect(groupSums(promptParts(receipt, 0.2))).toEqual([
    { group: "tools", tokens: 100, cachedTokens: 100 },
    { group: "tier1", tokens: 200, cachedTokens: 100 },
    { group: "tier2", tokens: 100, cachedTokens: 0 },
    { group: "history", tokens: 500, cachedTokens: 0 },
    { group: "tier3", tokens: 100, cachedTokens: 0 },
  ]);
  const bare = { ...receipt, tools: { count: 0, tokens: 0, hash: "" } };
  expect(promptParts(bare, 0).map(({ id }) => id)).not.toContain("tools");
});
