import type { SessionEntry, ToolSpec } from "@cadre/domain";
import { canonicalJson } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { planBudget } from "../budget/budget.ts";
import { buildBundle } from "../build-bundle.ts";
import type { BundleOptions } from "../context-bundle.ts";
import { givenFacts } from "../prompt-facts.fixture.ts";
import type { PromptFacts } from "../prompt-facts.ts";
import { deepFreeze, givenEntries, givenTaskSession, replied, resulted, said } from "../session-entries.fixture.ts";
import { anySituation } from "../situation-facts.fixture.ts";
import { budgetWords } from "./budget-words.ts";
import { diffReceipts } from "./diff-receipts.ts";
import { receiptChanges } from "./receipt-changes.ts";
import type { BundleReceipt } from "./receipt.ts";
import { parseReceipt } from "./stored-receipt.ts";

const TOOLS: readonly ToolSpec[] = [{ name: "file_read", description: "Reads.", parameters: { type: "object" } }];

function receipt(
  entries: readonly SessionEntry[],
  facts: Partial<PromptFacts> = {},
  options: Partial<BundleOptions> = {},
): BundleReceipt {
  const all = { tools: TOOLS, model: { windowTokens: 200_000, maxOutputTokens: 64_000 }, ...options };
  const result = buildBundle(givenFacts(facts), entries, all);
  if (result.kind === "over-budget") throw new Error(result.message);
  return deepFreeze(result.receipt);
}

const PAGING = { tools: [{ name: "session_tool_result" }] };
const kindsOf = (of: BundleReceipt): readonly string[] => receiptChanges(of).map(({ kind }) => kind);

fact("M1", "the arithmetic of a window is told as a sum that a person can check", () => {
  const budget = planBudget(
    { windowTokens: 200_000, maxOutputTokens: 64_000 },
    { systemTokens: 12_000, toolsTokens: 8_000 },
  );
  expect(budgetWords(budget)).toBe(
    "200,000 window − 12,000 system − 8,000 tools − 64,000 reply − 30,000 margin = 86,000 tokens for messages",
  );
});

test("the sum of a receipt's parts is what it says of the whole", () => {
  const { sections, budget, tools, messages } = receipt(givenTaskSession(2));
  const { windowTokens, systemTokens, toolsTokens, outputReserveTokens, safetyTokens, messageTokens } = budget;
  expect(windowTokens - systemTokens - toolsTokens - outputReserveTokens - safetyTokens).toBe(messageTokens);
  expect(tools).toMatchObject({ count: 1, tokens: toolsTokens });
  expect(messages.count).toBe(5);
  const counted = sections.reduce((sum, { tokens }) => sum + tokens, 0);
  expect(Math.abs(counted - systemTokens)).toBeLessThan(systemTokens / 20);
});

test("whatever was not sent as it stands is listed with its reason", () => {
  const long = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    replied("Reading.", ["a", "b"]),
    resulted("a", "x".repeat(25_000), { assistantEntryId: "ent_1" }),
  ]);
  const changes = receiptChanges(receipt(long, PAGING));
  expect(changes).toContainEqual({
    kind: "virtualised",
    subject: "a",
    why: "25000 characters are more than 20000: a placeholder stands for them, to be paged",
  });
  expect(changes).toContainEqual(expect.objectContaining({ kind: "repaired", subject: "interrupted-call" }));
  const compacted = givenEntries([
    ...givenTaskSession(2).map(({ payload }) => payload),
    { kind: "compaction", v: 1, summary: "Two steps.", firstKeptEntryId: null, tokensBefore: 77 },
    said("Go on."),
  ]);
  expect(receiptChanges(receipt(compacted))[0]).toEqual({
    kind: "compacted",
    subject: "ent_5",
    why: "a summary stands for a beginning of 77 tokens",
  });
  const trimmed = receipt(givenTaskSession(300, 4_000));
  expect(kindsOf(trimmed)).toEqual(expect.arrayContaining(["trimmed", "due"]));
  expect(receiptChanges(receipt(givenTaskSession(2)))).toEqual([]);
});

test("two calls differ in sections, tools, model, messages and what became of the history", () => {
  const before = receipt(givenTaskSession(2), {}, { modelName: "a/one" });
  const facts = { team: undefined, announcements: [{ text: "Slow today." }], now: new Date("2026-11-29T09:20:00Z") };
  const after = receipt(givenTaskSession(3, 25_000), { ...facts, ...PAGING }, { modelName: "a/two", tools: [] });
  const diff = diffReceipts(before, after);
  expect(diff.sections.map(({ name, change }) => `${change} ${name}`)).toEqual([
    "removed team-notes",
    "changed session-model",
    "changed tool-inventory",
    "added announcements",
    "changed mailbox",
    "changed timestamp",
  ]);
  expect(diff.model).toEqual({ before: "a/one", after: "a/two" });
  expect(diff.tools?.count).toEqual({ before: 1, after: 0 });
  expect(diff.messages.count).toEqual({ before: 5, after: 7 });
  expect(diff.budget.map(({ part }) => part)).toContain("systemTokens");
  expect(diff.changesBegun.map(({ kind }) => kind)).toEqual(["virtualised", "virtualised", "virtualised"]);
  expect(diff.changesEnded).toEqual([]);
  expect(diff.brokenBy?.part).toBe("model");
});

test("of two equal receipts nothing is different, and a difference read backwards is its mirror", () => {
  fc.assert(
    fc.property(anySituation, anySituation, fc.nat(5), (one, two, steps) => {
      const [a, b] = [receipt(givenTaskSession(3), one), receipt(givenTaskSession(steps, 25_000), two)];
      const same = diffReceipts(a, a);
      expect([same.sections, same.budget, same.changesBegun, same.changesEnded]).toEqual([[], [], [], []]);
      expect([same.model, same.tools, same.brokenBy]).toEqual([undefined, undefined, undefined]);
      const [there, back] = [diffReceipts(a, b), diffReceipts(b, a)];
      expect(there.changesBegun).toEqual(back.changesEnded);
      expect(there.brokenBy).toBeUndefined();
      const gone = (of: typeof there, change: string): readonly string[] =>
        of.sections.flatMap((section) => (section.change === change ? [section.name] : [])).toSorted();
      expect(gone(there, "added")).toEqual(gone(back, "removed"));
      expect(gone(there, "changed")).toEqual(gone(back, "changed"));
    }),
    { numRuns: 40 },
  );
});

test("a receipt is a value of JSON, read back from its text; one of an older shape is not", () => {
  const of = receipt(givenTaskSession(3, 25_000), PAGING);
  const text = canonicalJson({ hashes: {}, ...of });
  const stored = parseReceipt(text);
  expect(stored && diffReceipts(stored, of)).toEqual(diffReceipts(of, of));
  expect(stored && receiptChanges(stored)).toEqual(receiptChanges(of));
  expect(parseReceipt(canonicalJson({ sections: [], budget: {} }))).toBeUndefined();
  expect(parseReceipt(canonicalJson({ ...of, v: of.v + 1 }))).toBeUndefined();
});
