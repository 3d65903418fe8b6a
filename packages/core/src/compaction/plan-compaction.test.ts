import { type EntryPayload, type Message, type SessionEntry, textOf, userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../budget/estimate-tokens.ts";
import { COLLAPSE_MARKER, COMPACTION_MARKER } from "../messages/markers.ts";
import { prepareHistory } from "../preparation/prepare-history.ts";
import { randomHistory } from "../preparation/random-history.fixture.ts";
import { readHistory } from "../preparation/read-history.ts";
import { project } from "../projection/project.ts";
import {
  deepFreeze,
  givenEntries,
  givenTaskSession,
  noted,
  replied,
  resulted,
  said,
} from "../session-entries.fixture.ts";
import { EMPTY_STATE } from "./compaction-state.ts";
import { fitState } from "./fit-state.ts";
import { compactionEntry, type CompactionOptions, type CompactionPlan, planCompaction } from "./plan-compaction.ts";

const PLAIN = { hasResultTool: false };
const LADDER = { kind: "ladder" } as const;
const OPTIONS: CompactionOptions = {
  policy: LADDER,
  limitTokens: 86_000,
  messageCapChars: 10_750,
  hasResultTool: false,
};

function planned(entries: readonly SessionEntry[], changes: Partial<CompactionOptions> = {}): CompactionPlan {
  const plan = planCompaction(entries, { ...OPTIONS, ...changes });
  if (plan === undefined) throw new Error("No compaction was planned.");
  return plan;
}

/** The log with the plan's entry at its end. */
function compacted(entries: readonly SessionEntry[], plan: CompactionPlan, prose?: string): readonly SessionEntry[] {
  const payload = compactionEntry(plan, prose);
  if (payload === undefined) throw new Error("The plan wrote nothing.");
  return grown(entries, [payload]);
}

function grown(entries: readonly SessionEntry[], payloads: readonly EntryPayload[]): readonly SessionEntry[] {
  return givenEntries([...entries.map((entry) => entry.payload), ...payloads]);
}

function shown(entries: readonly SessionEntry[]): readonly Message[] {
  return project(entries, PLAIN);
}

function summaryOf(entries: readonly SessionEntry[]): string {
  return (
    shown(entries)
      .map(textOf)
      .find((text) => text.startsWith(COMPACTION_MARKER)) ?? ""
  );
}

fact("M17", "61 messages: a summary and at least the last 40; 60 messages: nothing", () => {
  expect(planCompaction(givenTaskSession(29), OPTIONS)).toBeUndefined();
  const entries = givenTaskSession(30);
  const messages = shown(compacted(entries, planned(entries)));
  expect(planned(entries).due).toBe("messages");
  expect(messages).toHaveLength(1 + 1 + 40);
  expect(messages[0]).toEqual(shown(entries)[0]);
  expect(textOf(messages[1] ?? userText("")).startsWith(COMPACTION_MARKER)).toBe(true);
  expect(messages.slice(-40)).toEqual(shown(entries).slice(-40));
});

test("a count that is off, or another one, decides when messages alone are too many", () => {
  expect(
    planCompaction(givenTaskSession(200), { ...OPTIONS, policy: { kind: "ladder", maxMessages: "off" } }),
  ).toBeUndefined();
  expect(planned(givenTaskSession(10), { isAsked: true }).due).toBe("asked");
});

fact("M18", "over the budget with 16 messages, ten are kept", () => {
  const entries = givenEntries([
    ...Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? said("old ".repeat(700)) : replied("old ".repeat(700)))),
    ...Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? said(`new ${at}`) : replied(`new ${at}`))),
  ]);
  const plan = planned(entries, { limitTokens: 3_500 });
  expect(plan.due).toBe("tokens");
  expect(shown(compacted(entries, plan))).toHaveLength(1 + 10);
});

fact("M37", "80 messages by turns with 10 kept: those, the summary and the brief, and no question more", () => {
  const talk = (words: number): readonly SessionEntry[] => {
    const text = " word".repeat(words);
    const turns = Array.from({ length: 80 }, (_, at) =>
      at % 2 === 0 ? said(`question ${at}${text}`) : replied(`answer ${at}${text}`),
    );
    return givenEntries([said("TASK EXECUTION", { isPinned: true }), ...turns]);
  };
  // 40 % of 12,000 less 15 % for the summary: room for ten messages of about 290 tokens.
  const long = talk(200);
  const few = shown(compacted(long, planned(long, { limitTokens: 12_000 }))).map(textOf);
  expect(few).toHaveLength(10 + 2);
  expect(few.filter((text) => text.startsWith("question"))).toHaveLength(5);
  const entries = talk(0);
  expect(shown(compacted(entries, planned(entries)))).toHaveLength(40 + 2);
  const asked = planned(entries, { isAsked: true });
  expect(shown(compacted(entries, asked))).toHaveLength(20 + 2);
});

fact("M35", "of 30 old steps with room for five, the five newest are told, in their order", () => {
  const steps = Array.from({ length: 30 }, (_, at) => `Called file_read {"path":"${at + 10}.ts"}: ok`);
  const line = estimateTokens(`- ${steps[0] ?? ""}\n`);
  expect(fitState({ ...EMPTY_STATE, steps }, line * 5, estimateTokens).steps).toEqual(steps.slice(-5));

  const plan = planned(givenTaskSession(60, 600), { limitTokens: 9_000 });
  const told = plan.state.steps.map((text) => Number(/call_(\d+)/.exec(text)?.[1]));
  const newest = plan.cutEntryIds.length / 2 - 1;
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.map((_, at) => newest - told.length + 1 + at));
});

test("a cut goes down to 40 % of the budget when 40 messages do not fit in it, and the next is far away", () => {
  let entries = givenTaskSession(5, 900);
  let compactions = 0;
  const options = { limitTokens: 12_000 };
  for (let step = 0; step < 120; step += 1) {
    const at = entries.length;
    entries = grown(entries, [
      replied(`Step ${step}.`, [`n${step}`]),
      resulted(`n${step}`, "r".repeat(900), { assistantEntryId: `ent_${at}` }),
    ]);
    const plan = planCompaction(entries, { ...OPTIONS, ...options });
    if (plan === undefined) continue;
    compactions += 1;
    expect(plan.tokensAfter).toBeLessThan(12_000 * 0.55);
    entries = compacted(entries, plan);
  }
  expect(compactions).toBeGreaterThan(1);
  expect(compactions).toBeLessThan(12);
});

test("when the newest four steps fill the budget alone, no summary is paid for at each step", () => {
  const small = givenTaskSession(3, 40);
  const steps = Array.from({ length: 4 }, (_, at) => {
    const assistantEntryId = `ent_${small.length + 2 * at}`;
    return [replied("Reading.", [`big${at}`]), resulted(`big${at}`, "words ".repeat(1_500), { assistantEntryId })];
  });
  const entries = grown(small, steps.flat());
  expect(planCompaction(entries, { ...OPTIONS, limitTokens: 9_000 })).toBeUndefined();
  expect(planned(entries, { limitTokens: 9_000, isAsked: true }).due).toBe("asked");
});

fact("M27", "when the summariser fails, a summary by rule stands in its place and nothing is thrown", () => {
  const entries = givenTaskSession(30);
  const entry = compactionEntry(planned(entries), undefined);
  expect(entry?.summary).toMatch(/Summary: \d+ messages\. Tools used: file_read \d+×/);
  expect(entry?.details).toMatchObject({ isByRule: true });
  expect(compactionEntry(planned(entries), "All read.")?.summary).toContain("Summary: All read.");
});

fact("TW-31", "where there is nothing to say, nothing is written", () => {
  const plan = planned(givenTaskSession(30));
  expect(compactionEntry({ ...plan, state: { ...EMPTY_STATE } })).toBeUndefined();
});

fact("TW-32", "a second compaction reads the first, and a fact of the first generation is still told", () => {
  const first = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    said("The code name is Bluebird and the file is plans/bluebird.md."),
    ...Array.from({ length: 62 }, (_, at) => replied(`Thought ${at}.`)),
  ]);
  const once = compacted(first, planned(first), "The owner is called Ada.");
  expect(summaryOf(once)).toContain("Bluebird");
  const more = grown(
    once,
    Array.from({ length: 40 }, (_, at) => replied(`Later ${at}.`)),
  );
  const second = planned(more);
  expect(second.summaryRequests[0]?.text).toContain("The owner is called Ada.");
  const twice = compacted(more, second, "More was done.");
  const summary = summaryOf(twice);
  for (const word of ["Bluebird", "plans/bluebird.md", "Ada", "More was done."]) expect(summary).toContain(word);
  expect(shown(twice).filter((message) => textOf(message).startsWith(COMPACTION_MARKER))).toHaveLength(1);
});

test("a compaction of another kind is read by its words", () => {
  const foreign: EntryPayload = {
    kind: "compaction",
    v: 1,
    summary: "We agreed on src/old.ts; ticket ABC-12 is open.",
    firstKeptEntryId: null,
    tokensBefore: 0,
  };
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    foreign,
    ...Array.from({ length: 64 }, () => replied("Hm.")),
  ]);
  const summary = summaryOf(compacted(entries, planned(entries)));
  expect(summary).toMatch(/^src\/old\.ts$/m);
  expect(summary).toMatch(/^ABC-12$/m);
});

fact("TW-33", "a collapse child that compacts still has the inherited summary, exactly once", () => {
  const inherited: EntryPayload = { kind: "collapse-context", v: 2, sourceSessionId: "ses_1", summary: "INHERITED" };
  const entries = givenEntries([inherited, ...Array.from({ length: 70 }, () => replied("Hm."))]);
  const texts = shown(compacted(entries, planned(entries))).map(textOf);
  expect(texts[0]).toBe(`${COLLAPSE_MARKER}\nINHERITED`);
  expect(texts.join("\n").split("INHERITED")).toHaveLength(2);
});

fact("TW-24", "the harness profile compacts above 80 % of the window, not at it", () => {
  const entries = givenEntries(
    Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? said("go on") : replied("word ".repeat(2_000)))),
  );
  const harness = (usedTokens: number): CompactionPlan | undefined =>
    planCompaction(entries, { ...OPTIONS, policy: { kind: "harness", windowTokens: 100_000, usedTokens } });
  expect(harness(80_000)).toBeUndefined();
  expect(harness(80_001)?.due).toBe("tokens");
});

fact("TW-25", "the harness profile cuts before a user message, or not at all", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 60 }), (kinds) => {
      const entries = givenEntries(kinds.map((isUser) => (isUser ? said("go on") : replied("word ".repeat(2_000)))));
      const policy = { kind: "harness", windowTokens: 10, usedTokens: 100 } as const;
      const plan = planCompaction(entries, { ...OPTIONS, policy });
      const kept = entries.find(({ id }) => id === plan?.firstKeptEntryId);
      expect(plan === undefined || kept?.payload.kind === "user-message").toBe(true);
    }),
  );
});

fact("TW-26", "switched off, nothing is compacted, however full the window is", () => {
  expect(planCompaction(givenTaskSession(400, 4_000), { ...OPTIONS, policy: { kind: "off" } })).toBeUndefined();
});

test("what is planted in the cut part comes back letter by letter, and work keeps its last status", () => {
  const planted = [
    "src/net/retry-policy.ts",
    "tsk_4f81",
    "https://example.com/spec#4",
    "Error: ECONNRESET while reading frame 7",
  ];
  const entries = givenEntries([
    said("TASK EXECUTION", { isPinned: true }),
    replied(`Look at ${planted.slice(0, 3).join(" and ")}.`, ["a"]),
    resulted("a", `fine\n${planted[3]}\nfine`, { assistantEntryId: "ent_1", outcome: "failed" }),
    replied("The migration is pending. We must still write to Bo."),
    noted("Mail came in."),
    replied("The migration is done."),
    ...Array.from({ length: 70 }, (_, at) => replied(`Chatter ${at}.`)),
  ]);
  const summary = summaryOf(compacted(entries, planned(entries)));
  for (const text of [...planted, "We must still write to Bo.", "The migration is done."])
    expect(summary).toContain(text);
  expect(planned(entries).state.open).toEqual(["We must still write to Bo."]);
});

test("any history: a plan is the same twice, the newest four steps keep their bytes, brief and pins stay, order holds", () => {
  fc.assert(
    fc.property(
      randomHistory,
      fc.integer({ min: 500, max: 30_000 }),
      fc.boolean(),
      ({ entries, brief, pinned }, limitTokens, isAsked) => {
        const options: CompactionOptions = {
          ...OPTIONS,
          limitTokens,
          isAsked,
          policy: { kind: "ladder", maxMessages: 20 },
        };
        const plan = planCompaction(entries, options);
        expect(planCompaction(deepFreeze(entries), options)).toEqual(plan);
        const payload = plan === undefined ? undefined : compactionEntry(plan);
        if (payload === undefined) return;
        const preparation = { limitTokens: 1_000_000, capChars: 10_750, count: estimateTokens, hasResultTool: false };
        const before = readHistory(entries, preparation);
        const log = [...entries, { id: "ent_compaction", parentId: null, payload }];
        const after = readHistory(log, preparation);
        const steps = (history: typeof before): unknown =>
          history.sized
            .filter(({ unit }) => unit.kind === "step")
            .slice(-4)
            .map(({ unit }) => unit.messages);
        expect(steps(after)).toEqual(steps(before));
        const texts = after.sized.flatMap(({ unit }) => (unit.kind === "compaction" ? [] : unit.messages)).map(textOf);
        expect(texts[0]?.startsWith(brief)).toBe(true);
        for (const whole of pinned) expect(texts.some((text) => text.startsWith(whole))).toBe(true);
        const marks = texts.flatMap((text) => Array.from(text.matchAll(/#(\d+)#/g), ([, at]) => Number(at)));
        expect(marks).toEqual(marks.toSorted((a, b) => a - b));
        expect(prepareHistory(after, preparation).fits).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
}, 600_000);
