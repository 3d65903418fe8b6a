import { type SessionEntry, textOf, type ToolSpec } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PROMPT_LIMITS } from "@cadre/shared";
import { estimateTokens, messageTokens } from "./budget/estimate-tokens.ts";
import { buildBundle } from "./build-bundle.ts";
import type { BundleOptions, ContextBundle } from "./context-bundle.ts";
import { problemsOf } from "./messages/problems-of.ts";
import { givenBoard, givenFacts } from "./prompt-facts.fixture.ts";
import type { PromptFacts } from "./prompt-facts.ts";
import { deepFreeze, givenEntries, givenTaskSession, replied, said } from "./session-entries.fixture.ts";

const TOOLS: readonly ToolSpec[] = [
  { name: "file_read", description: "Reads a file.", parameters: { type: "object", properties: {} } },
];
const OPTIONS: BundleOptions = { tools: TOOLS, model: { windowTokens: 200_000, maxOutputTokens: 64_000 } };

function bundle(
  entries: readonly SessionEntry[],
  facts: Partial<PromptFacts> = {},
  options: Partial<BundleOptions> = {},
): ContextBundle {
  const result = buildBundle(givenFacts(facts), entries, { ...OPTIONS, ...options });
  if (result.kind === "over-budget") throw new Error(result.message);
  return result;
}

fact("M44", "markers: the last tool, the ends of tiers 1 and 2, one message; none on tier 3", () => {
  const tail = bundle(givenTaskSession(0));
  expect(tail.toolsCached).toBe(true);
  expect(tail.system.map(({ tier, cached }) => [tier, cached])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(tail.cachedMessages).toEqual([0]);
  const system = bundle(givenTaskSession(0), {}, { dynamicPlacement: "system" });
  expect(system.system.map(({ tier, cached }) => [tier, cached])).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
  expect(system.cachedMessages).toEqual([0]);
});

test("tier 3 stands at the tail by default and in the system prompt on request, with the same bytes", () => {
  const tail = bundle(givenTaskSession(2));
  const system = bundle(givenTaskSession(2), {}, { dynamicPlacement: "system" });
  expect(tail.tail).toMatch(/^<situation>[^]*<\/situation>$/);
  expect(system.tail).toBe("");
  expect(system.system[2]?.text).toBe(tail.tail);
  expect(system.messages).toEqual(tail.messages);
});

test("everything before the tail keeps its bytes when only the state of things changes, and when the log grows", () => {
  const entries = givenTaskSession(12);
  const before = bundle(entries);
  const after = bundle(entries, {
    now: new Date("2026-11-29T10:01:07Z"),
    taskBoard: givenBoard(15, 10, 30),
    mailbox: { queuedTotal: 3, queued: [], decisions: [] },
  });
  expect(after.tail).not.toBe(before.tail);
  expect({ ...after, tail: "", receipt: {}, texts: [], hashes: { ...after.hashes, tier3: "" } }).toEqual({
    ...before,
    tail: "",
    receipt: {},
    texts: [],
    hashes: { ...before.hashes, tier3: "" },
  });
  const grown = bundle(givenTaskSession(13));
  expect(grown.messages.slice(0, before.messages.length)).toEqual(before.messages);
  expect(grown.hashes).toEqual(before.hashes);
});

test("changes of tier 3 do not move where a long history is cut", () => {
  const small = { model: { windowTokens: 40_000, maxOutputTokens: 4_000 } };
  for (let steps = 60; steps < 90; steps += 1) {
    const entries = givenTaskSession(steps, 2_000);
    const before = bundle(entries, { taskBoard: givenBoard(1, 1) }, small);
    const after = bundle(entries, { taskBoard: givenBoard(15, 10) }, small);
    expect(before.receipt.trimmed).toBeDefined();
    expect(after.messages).toEqual(before.messages);
  }
});

test("from memory and read back from the stored text the bytes are the same, and nothing given is changed", () => {
  const entries = deepFreeze([...givenTaskSession(5, 30_000)]);
  const again = givenEntries(entries.map((entry) => entry.payload));
  expect(JSON.stringify(bundle(again))).toBe(JSON.stringify(bundle(entries)));
});

test("the receipt names every section with its tier, source, size and hash, the budget and what was shortened", () => {
  const { receipt, hashes, texts } = bundle(givenTaskSession(2, 30_000));
  expect(receipt.sections.map(({ name, tier }) => `${tier} ${name}`)).toEqual([
    "1 introduction",
    "1 role",
    "1 session-model",
    "1 exploration",
    "1 policies",
    "1 deliverable-format",
    "1 task-workflow",
    "1 tool-rules",
    "1 communication-rules",
    "1 tool-inventory",
    "2 identity",
    "2 organization-context",
    "2 team-notes",
    "2 workspace",
    "2 user-profiles",
    "2 trust",
    "2 environment-profile",
    "2 knowledge",
    "2 scenario",
    "3 situation-lead",
    "3 project",
    "3 project-deliverables",
    "3 task-board",
    "3 team-status",
    "3 mailbox",
    "3 sender",
    "3 timestamp",
  ]);
  for (const section of receipt.sections) {
    expect(section.tokens).toBeGreaterThan(0);
    expect(section.hash).toMatch(/^[0-9a-f]{32}$/);
    expect(section.source).not.toBe("");
  }
  expect(texts.map(({ hash }) => hash)).toEqual([receipt.tools.hash, ...receipt.sections.map(({ hash }) => hash)]);
  expect(texts.map(({ text }) => text.length).slice(1)).toEqual(receipt.sections.map(({ chars }) => chars));
  expect(receipt.shortened.map(({ entryId, as }) => [entryId, as])).toEqual([
    ["ent_2", "excerpt"],
    ["ent_4", "excerpt"],
  ]);
  const { budget } = receipt;
  expect(budget.messageTokens).toBe(200_000 - budget.systemTokens - budget.toolsTokens - 64_000 - 30_000);
  expect(new Set(Object.values(hashes)).size).toBe(4);
});

test("an interrupted step is answered, reported and never lost", () => {
  const entries = givenEntries([said("TASK EXECUTION", { isPinned: true }), replied("Reading.", ["a"])]);
  const { messages, receipt } = bundle(entries);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(receipt.repairs.map(({ rule }) => rule)).toEqual(["interrupted-call"]);
});

test("a history too large is cut with a report; the brief and the newest steps stay", () => {
  const { messages, receipt } = bundle(givenTaskSession(300, 4_000));
  expect(textOf(messages[0] ?? { role: "user", content: [] })).toContain("Count the lines.");
  expect(receipt.trimmed?.steps).toBeGreaterThan(100);
  expect(messages.length).toBeGreaterThan(40);
});

test("a call that cannot fit is an answer of its own that says what is too large", () => {
  const entries = givenEntries([said(`TASK EXECUTION ${"x ".repeat(100_000)}`, { isPinned: true })]);
  const result = buildBundle(givenFacts(), entries, { tools: TOOLS, model: { windowTokens: 32_000 } });
  expect(result).toMatchObject({ kind: "over-budget" });
  expect(result.kind === "over-budget" && result.message).toMatch(/does not fit.*window of 32000.*larger window/s);
  const noRoom = buildBundle(givenFacts(), givenTaskSession(1), { tools: TOOLS, model: { windowTokens: 2_000 } });
  expect(noRoom.kind).toBe("over-budget");
});

test("an empty session still makes a call that may be sent", () => {
  expect(problemsOf(bundle([]).messages)).toEqual([]);
});

test("any session and any window: a valid history within the budget, or an explicit no", () => {
  fc.assert(
    fc.property(fc.nat(25), fc.nat(9_000), fc.integer({ min: 1_000, max: 60_000 }), (steps, chars, windowTokens) => {
      const result = buildBundle(givenFacts(), givenTaskSession(steps, chars), {
        tools: TOOLS,
        model: { windowTokens },
      });
      const sent = result.kind === "bundle" ? result : bundle([]);
      const { messageTokens: room } = result.kind === "bundle" ? result.receipt.budget : result.budget;
      const used = sent.messages.reduce((tokens, message) => tokens + messageTokens(message, estimateTokens), 0);
      const spare = room - PROMPT_LIMITS.dynamicTierStepTokens;
      expect(result.kind === "bundle" ? used <= room : result.neededTokens > spare).toBe(true);
      expect(problemsOf(sent.messages)).toEqual([]);
      expect(sent.cachedMessages.every((at) => at < sent.messages.length)).toBe(true);
      expect(sent.cachedMessages.length + Number(sent.toolsCached) + 2).toBeLessThanOrEqual(4);
    }),
    { numRuns: 100 },
  );
});
