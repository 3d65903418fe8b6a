import { type EntryPayload, type Message, type SessionEntry, textOf, toolCallsOf, userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { planBudget } from "../budget/budget.ts";
import { messageTokens, type TokenCounter } from "../budget/estimate-tokens.ts";
import { problemsOf } from "../messages/problems-of.ts";
import { project } from "../projection/project.ts";
import { deepFreeze, givenEntries, givenTaskSession, replied, resulted, said } from "../session-entries.fixture.ts";
import { loadExactCounter } from "../tokens/exact-counter.ts";
import { entryTokens } from "../tokens/entry-tokens.ts";
import { type PreparationOptions, prepareHistory, type Prepared } from "./prepare-history.ts";
import { randomHistory } from "./random-history.fixture.ts";
import { type History, readHistory, readMessages } from "./read-history.ts";

let exact: TokenCounter;
beforeAll(async () => {
  exact = await loadExactCounter("o200k_base");
});

function options(changes: Partial<PreparationOptions> = {}): PreparationOptions {
  return { limitTokens: 86_000, capChars: 10_750, count: exact, hasResultTool: false, ...changes };
}

function prepare(entries: readonly SessionEntry[], changes: Partial<PreparationOptions> = {}): Prepared {
  return prepareHistory(readHistory(entries, options(changes)), options(changes));
}

type Sent = Extract<Prepared, { fits: true }>;

function sent(prepared: Prepared): Sent {
  if (!prepared.fits) throw new Error(`Too large: ${JSON.stringify(prepared.tooLarge)}`);
  return prepared;
}

function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((tokens, message) => tokens + messageTokens(message, exact), 0);
}

fact("M16", "60 messages within the budget are all sent unchanged", () => {
  const entries = [...givenTaskSession(29), ...givenEntries([said("go on")])];
  const prepared = sent(prepare(entries));
  expect(prepared.messages).toHaveLength(60);
  expect(prepared.messages).toEqual(project(entries, { hasResultTool: false }));
  expect(prepared.report).toMatchObject({ repairs: [], capped: [], trimmed: undefined, compactionDue: undefined });
});

fact(
  "M21",
  "of 200,000 characters in a window of 64,000 with 16,000 of output about 4,800 are shown, and a mark",
  () => {
    const entries = givenEntries([said("TASK EXECUTION", { isPinned: true }), said("x".repeat(200_000))]);
    const budget = planBudget({ windowTokens: 64_000, maxOutputTokens: 16_000 }, { systemTokens: 0, toolsTokens: 0 });
    const { messageTokens: limitTokens, messageCapChars: capChars } = budget;
    const { messages, report } = sent(prepare(entries, { limitTokens, capChars }));
    const shown = messages.at(-1)?.content.at(-1);
    const text = shown?.type === "text" ? shown.text : "";
    expect(text.length).toBeGreaterThan(4_700);
    expect(text.length).toBeLessThanOrEqual(4_800);
    expect(text).toMatch(/^x+\n\[… the middle of these 200000 characters is left out here …\]\nx+$/);
    expect(report.capped).toEqual([{ entryIds: ["ent_1"], chars: 200_000, shownChars: text.length }]);
  },
);

test("a result that was read keeps at least 6,000 characters, and the mark names the way back", () => {
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    replied("Reading.", ["a"]),
    resulted("a", "y".repeat(9_000), { assistantEntryId: "ent_1" }),
  ]);
  const { messages } = sent(prepare(entries, { capChars: 2_000, hasResultTool: true }));
  const result = messages.at(-1)?.content[0];
  expect(result?.type === "tool-result" && result.text).toMatch(/session_tool_result reads it, tool_call_id a …\]/);
  expect(result?.type === "tool-result" && result.text.length).toBe(6_000);
});

fact(
  ["M25", "M26"],
  "the brief stays first and verbatim while anything else can go, pinned or known by its words",
  () => {
    for (const brief of ["TASK EXECUTION\nCount.", "Count, then call task_submit_review."]) {
      const text = `${brief} ${"word ".repeat(1_500)}`;
      const entries = [...givenEntries([said(text)]), ...givenTaskSession(60, 900).slice(1)];
      const { messages, report } = sent(prepare(entries, { limitTokens: 2_500, capChars: 2_000 }));
      expect(textOf(messages[0] ?? userText(""))).toBe(text);
      expect(report.trimmed?.steps).toBeGreaterThan(50);
    }
  },
);

test("when the newest step alone is too large its results are cut evenly, and said so; the brief is not", () => {
  const ids = ["a", "b", "c", "d"];
  const entries = givenEntries([
    said(`TASK EXECUTION ${"word ".repeat(300)}`, { isPinned: true }),
    replied("Reading.", ids),
    ...ids.map((id) => resulted(id, "漢字".repeat(2_000), { assistantEntryId: "ent_1" })),
  ]);
  const { messages, tokens, report } = sent(prepare(entries, { limitTokens: 3_000, capChars: 4_000 }));
  expect(tokens).toBeLessThanOrEqual(3_000);
  expect(messages).toHaveLength(3);
  expect(report.capped).toHaveLength(4);
  expect(textOf(messages[0] ?? userText(""))).toHaveLength(15 + 1_500);
});

test("what cannot fit is named with its size", () => {
  const entries = givenEntries([
    said(`TASK EXECUTION ${"word ".repeat(3_000)}`, { isPinned: true }),
    replied("Hm.", []),
  ]);
  const prepared = prepare(entries, { limitTokens: 1_000 });
  expect(prepared).toMatchObject({ fits: false, tooLarge: [{ what: "brief" }, { what: "newest" }] });
  expect(prepared.fits ? 0 : prepared.neededTokens).toBeGreaterThan(3_000);
});

test("people's pins hold 12,000 tokens together: the newest stay, and the receipt names what lost its pin", () => {
  const pins = [1, 2, 3].map((at) => said(`pin ${at} ${"word ".repeat(5_000)}`));
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    ...pins,
    ...[1, 2, 3].map((at) => ({ kind: "pin" as const, v: 1 as const, targetId: `ent_${at}`, isPinned: true })),
    ...Array.from({ length: 8 }, (_, at) => replied(`${at} ${"x ".repeat(400)}`)),
  ]);
  const { messages, report } = sent(prepare(entries, { limitTokens: 13_000, capChars: 100_000 }));
  expect(report.unpinned).toEqual(["ent_1"]);
  expect(messages.map(textOf).join("")).toMatch(/pin 2 [^]*pin 3 /);
  expect(messages.map(textOf).join("")).not.toContain("pin 1");
});

test("what a repair adds is counted too: full to the last token, something older goes for it", () => {
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    ...Array.from({ length: 12 }, (_, at) => replied(`${at} ${"word ".repeat(40)}`, [`c${at}`])),
    replied("That is all."),
  ]);
  const whole = sent(prepare(entries));
  expect(whole.report.repairs.map(({ rule }) => rule)).toContain("closed");
  for (let limitTokens = whole.tokens - 40; limitTokens <= whole.tokens; limitTokens += 1) {
    const { tokens, messages } = sent(prepare(entries, { limitTokens }));
    expect(tokens).toBeLessThanOrEqual(limitTokens);
    expect(tokensOf(messages)).toBe(tokens);
    expect(problemsOf(messages)).toEqual([]);
  }
});

test("more than 60 messages are due for compaction unless the count is off; more than the budget always", () => {
  expect(sent(prepare(givenTaskSession(29))).report.compactionDue).toBeUndefined();
  expect(sent(prepare(givenTaskSession(30))).report.compactionDue).toBe("messages");
  expect(sent(prepare(givenTaskSession(30), { maxMessages: "off" })).report.compactionDue).toBeUndefined();
  expect(sent(prepare(givenTaskSession(30), { maxMessages: "off", limitTokens: 900 })).report.compactionDue).toBe(
    "tokens",
  );
});

test("what has a stored count is not counted again, and the result is the same", () => {
  const entries = givenTaskSession(20, 300);
  const stored = new Map(
    entries.flatMap(({ id, payload }) => {
      const tokens = entryTokens(payload, exact);
      return tokens === undefined ? [] : [[id, tokens] as const];
    }),
  );
  const counted: string[] = [];
  const count: TokenCounter = (text) => {
    counted.push(text);
    return exact(text);
  };
  const withStored = sent(prepare(entries, { count, stored }));
  const interrupted = givenEntries([{ ...replied("Hm."), stopReason: "interrupted" } as EntryPayload]);
  expect(interrupted.map(({ payload }) => entryTokens(payload, exact))).toEqual([undefined]);
  expect(withStored).toEqual(sent(prepare(entries)));
  expect(withStored.tokens).toBe(tokensOf(withStored.messages));
  expect(counted.every((text) => text.startsWith("[SYSTEM] 21 earlier"))).toBe(true);
});

test("a stored count is of the whole text: what is shown in part is counted as it is shown", () => {
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    replied("Reading.", ["a"]),
    resulted("a", "words ".repeat(5_000), { assistantEntryId: "ent_1" }),
    said("more ".repeat(4_000)),
  ]);
  const stored = new Map(entries.map(({ id, payload }) => [id, entryTokens(payload, exact) ?? 0]));
  for (const hasResultTool of [true, false]) {
    const { messages, tokens } = sent(prepare(entries, { stored, hasResultTool, capChars: 18_500 }));
    expect(tokens).toBe(tokensOf(messages));
  }
});

/** The number each random act put at the front of its text, for acts of which something is shown. */
function marksOf(messages: readonly Message[]): readonly number[] {
  return messages.flatMap((message) => Array.from(textOf(message).matchAll(/#(\d+)#/g), ([, at]) => Number(at)));
}

/** The results of the newest four steps as they must be shown: each call once, and something where there was nothing. */
function newestResults(history: History): readonly string[] {
  const steps = history.sized.filter(({ unit }) => unit.kind === "step").slice(-4);
  return steps.flatMap(({ unit }) => {
    const results = unit.messages.flatMap((message) => (message.role === "tool" ? message.content : []));
    const once = new Map(results.map((result) => [result.callId, result.text]));
    return [...once.values()].map((text) => (text.trim() === "" ? "(no output)" : text));
  });
}

const limits = fc.record({
  limitTokens: fc.oneof(fc.integer({ min: -50, max: 4_000 }), fc.integer({ min: 1_000, max: 40_000 })),
  capChars: fc.integer({ min: 2_000, max: 12_000 }),
  hasResultTool: fc.boolean(),
});

fact(
  "PERF-Q2",
  "any history at any budget: valid, in order, within it by exact count, or a no that says what is too large",
  () => {
    fc.assert(
      fc.property(randomHistory, limits, ({ entries, brief, pinned }, changes) => {
        const given = options(changes);
        const history = deepFreeze(readHistory(entries, given));
        const prepared = prepareHistory(history, given);
        expect(prepare(entries, changes)).toEqual(prepared);
        if (!prepared.fits) {
          expect(prepared.neededTokens).toBeGreaterThan(given.limitTokens);
          // Refused only when what must stay is too large, give or take the words about what is left out and added.
          expect(prepared.tooLarge.reduce((sum, { tokens }) => sum + tokens, 120)).toBeGreaterThan(given.limitTokens);
          return;
        }
        const { messages, report, tokens } = prepared;
        expect(problemsOf(messages)).toEqual([]);
        expect(tokensOf(messages)).toBe(tokens);
        expect(tokens).toBeLessThanOrEqual(given.limitTokens);
        const marks = marksOf(messages);
        expect(marks).toEqual(marks.toSorted((a, b) => a - b));
        expect(textOf(messages[0] ?? userText("")).startsWith(brief)).toBe(true);
        const texts = messages.map(textOf);
        for (const whole of pinned) expect(texts.some((text) => text.includes(whole))).toBe(true);
        if (report.trimmed === undefined && report.capped.length === history.capped.length) {
          const shown = history.sized
            .flatMap(({ unit }) => unit.messages)
            .filter((message) => toolCallsOf(message).length > 0);
          expect(messages.filter((message) => toolCallsOf(message).length > 0)).toHaveLength(shown.length);
        }
        const again = prepareHistory(
          readMessages(messages, { ...given, isPinned: isPinnedOf([brief, ...pinned]) }),
          given,
        );
        expect(sent(again).messages).toEqual(messages);
        expect(sent(again).report).toMatchObject({ repairs: [], capped: [], trimmed: undefined });
      }),
      { numRuns: 600 },
    );
  },
  600_000,
);

function isPinnedOf(pinned: readonly string[]): (message: Message) => boolean {
  return (message) => message.role === "user" && pinned.some((whole) => textOf(message).includes(whole));
}

/** A provider refuses a result without a text: in each call the same words stand for it. */
function withOutput(message: Message): Message {
  if (message.role !== "tool") return message;
  const content = message.content.map((block) =>
    block.text.trim() === "" ? { ...block, text: "(no output)" } : block,
  );
  return { ...message, content };
}

test("the newest four steps keep their bytes whenever they fit with what is pinned", () => {
  let isSeenWhole = false;
  fc.assert(
    fc.property(randomHistory, limits, ({ entries }, changes) => {
      const history = readHistory(entries, options(changes));
      const fourth = history.sized.filter(({ unit }) => unit.kind === "step").at(-4);
      const from = fourth === undefined ? 0 : history.sized.indexOf(fourth);
      const must = history.sized.filter(({ unit }, at) => unit.isPinned || at >= from);
      const needed = must.reduce((tokens, each) => tokens + each.tokens, 0) + 80;
      const roomy = Math.max(needed, changes.limitTokens);
      const { messages, report } = sent(prepareHistory(history, options({ ...changes, limitTokens: roomy })));
      if (report.repairs.length === 0) {
        const steps = history.sized.slice(from).flatMap(({ unit }) => unit.messages.map(withOutput));
        expect(JSON.stringify(messages.slice(-steps.length))).toBe(JSON.stringify(steps));
        isSeenWhole = true;
      }
      const shown = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
      const newest = newestResults(history);
      expect(shown.slice(shown.length - newest.length).map(({ text }) => text)).toEqual(newest);
    }),
    { numRuns: 200 },
  );
  expect(isSeenWhole).toBe(true);
}, 600_000);
