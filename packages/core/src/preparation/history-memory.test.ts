import type { EntryPayload, SessionEntry } from "@cadre/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens, type TokenCounter } from "../budget/estimate-tokens.ts";
import { givenEntries, givenTaskSession, noted, replied, resulted } from "../session-entries.fixture.ts";
import { createHistoryMemory } from "./history-memory.ts";
import { type PreparationOptions, prepareHistory } from "./prepare-history.ts";
import { randomHistory } from "./random-history.fixture.ts";
import { readHistory } from "./read-history.ts";

const OPTIONS: PreparationOptions = { limitTokens: 4_000, capChars: 4_000, count: estimateTokens, hasResultTool: true };

/** Lengths at which a session is read, as it grows, and what is left for its messages then. */
const calls = fc.array(
  fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), limitTokens: fc.constantFrom(900, 4_000, 9_000) }),
  {
    minLength: 2,
    maxLength: 12,
  },
);

test("a session that is read as it grows is prepared as if it were read anew each time", () => {
  fc.assert(
    fc.property(randomHistory, calls, fc.boolean(), ({ entries }, sizes, hasResultTool) => {
      const memory = createHistoryMemory();
      for (const { share, limitTokens } of sizes.toSorted((a, b) => a.share - b.share)) {
        const branch = entries.slice(0, Math.ceil(share * entries.length));
        const options = { ...OPTIONS, hasResultTool, limitTokens };
        const anew = readHistory(branch, options);
        expect({ ...memory(branch, options), cuts: undefined }).toEqual({ ...anew, cuts: undefined });
        expect(prepareHistory(memory(branch, options), options)).toEqual(prepareHistory(anew, options));
      }
    }),
    { numRuns: 120 },
  );
});

/** Reads with one memory, each session after the one before, and answers what was counted for the last. */
function countedLast(...sessions: readonly (readonly SessionEntry[])[]): readonly string[] {
  const counted: string[] = [];
  const count: TokenCounter = (text) => {
    counted.push(text);
    return text.length;
  };
  const memory = createHistoryMemory();
  for (const entries of sessions) {
    counted.length = 0;
    const options = { ...OPTIONS, count };
    expect({ ...memory(entries, options), cuts: undefined }).toEqual({
      ...readHistory(entries, { ...options, count: (text) => text.length }),
      cuts: undefined,
    });
  }
  return counted;
}

test("only what came after the newest reply is counted", () => {
  const counted = countedLast(givenTaskSession(50), givenTaskSession(51));
  expect(counted.some((text) => text.startsWith("50:"))).toBe(true);
  expect(counted.some((text) => text.startsWith("48:"))).toBe(false);
});

test("a pin, a compaction, another branch and a shorter one are read anew", () => {
  const session: EntryPayload[] = givenTaskSession(6).map(({ payload }) => payload);
  const grown = (more: EntryPayload): readonly SessionEntry[] => givenEntries([...session, more]);
  const summary = { kind: "compaction", v: 1, summary: "S.", firstKeptEntryId: "ent_9", tokensBefore: 1 } as const;
  const isReadAnew = (...sessions: readonly (readonly SessionEntry[])[]): boolean =>
    countedLast(...sessions).some((text) => text.startsWith("TASK EXECUTION"));
  const before = givenEntries(session);
  expect(isReadAnew(before, grown(noted("One more.")))).toBe(false);
  expect(isReadAnew(before, grown({ kind: "pin", v: 1, targetId: "ent_3", isPinned: true }))).toBe(true);
  expect(isReadAnew(before, grown(summary))).toBe(true);
  expect(isReadAnew(before, before.slice(0, 5))).toBe(true);
  const other = givenTaskSession(9)
    .slice(9)
    .map((entry) => ({ ...entry, id: `b_${entry.id}` }));
  expect(isReadAnew(before, [...before.slice(0, 9), ...other])).toBe(true);
});

test("results that come one by one belong to the newest reply", () => {
  const payloads = [
    ...givenTaskSession(3).map(({ payload }) => payload),
    replied("Both.", ["a", "b"]),
    resulted("b", "second", { assistantEntryId: "ent_7" }),
    resulted("a", "first", { assistantEntryId: "ent_7" }),
  ];
  const lengths = [7, 8, 9, 10].map((length) => givenEntries(payloads.slice(0, length)));
  countedLast(...lengths);
});
