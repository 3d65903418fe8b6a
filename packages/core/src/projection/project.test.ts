import { type EntryPayload, entryText, type Message, NO_USAGE, type SessionEntry, textOf } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { problemsOf } from "../messages/problems-of.ts";
import { sanitise } from "../messages/sanitise.ts";
import {
  deepFreeze,
  givenEntries,
  givenTaskSession,
  noted,
  replied,
  resulted,
  said,
} from "../session-entries.fixture.ts";
import { project, projectUnits } from "./project.ts";

const PLAIN = { hasResultTool: false };
const PAGING = { hasResultTool: true };
const brief = said("TASK EXECUTION", { isPinned: true });

function resultTexts(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "tool" ? message.content.map((result) => `${result.callId}=${result.text}`) : [],
  );
}

test("results gather behind their reply in the order of its calls, and what was said meanwhile comes after", () => {
  const messages = project(
    givenEntries([
      brief,
      replied("Reading.", ["a", "b"]),
      resulted("b", "B", { assistantEntryId: "ent_1" }),
      noted("[SYSTEM] Mail came in."),
      resulted("a", "A", { assistantEntryId: "ent_1" }),
      replied("Done."),
    ]),
    PLAIN,
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant"]);
  expect(resultTexts(messages)).toEqual(["a=A", "b=B"]);
});

test("a call without a result is answered as interrupted, at the tail and in the middle, and reported", () => {
  const entries = givenEntries([
    brief,
    replied("", ["a", "b"]),
    resulted("a", "A", { assistantEntryId: "ent_1" }),
    noted("[SYSTEM] Interrupted."),
    replied("", ["c"]),
  ]);
  const units = projectUnits(entries, PLAIN);
  const messages = units.flatMap((unit) => unit.messages);
  expect(resultTexts(messages).map((text) => text.slice(0, 13))).toEqual(["a=A", "b=interrupted", "c=interrupted"]);
  expect(messages.at(-1)?.content[0]).toMatchObject({ isError: true, callId: "c" });
  expect(units.flatMap((unit) => unit.repairs.map(({ rule }) => rule))).toEqual([
    "interrupted-call",
    "interrupted-call",
  ]);
});

test("a late or doubled result changes nothing that was sent, and is reported", () => {
  const before = [brief, replied("", ["a"]), resulted("a", "A", { assistantEntryId: "ent_1" })];
  const after = [
    ...before,
    resulted("a", "A again", { assistantEntryId: "ent_1" }),
    replied("", ["b"]),
    resulted("a", "A late", { assistantEntryId: "ent_1" }),
    resulted("b", "B", { assistantEntryId: "ent_4" }),
  ];
  const units = projectUnits(givenEntries(after), PLAIN);
  expect(resultTexts(units.flatMap((unit) => unit.messages))).toEqual(["a=A", "b=B"]);
  expect(units.flatMap((unit) => unit.repairs.map(({ rule }) => rule))).toEqual(["duplicate-result", "orphan-result"]);
});

test("outcomes: a failed, unknown or denied call reads as an error, an awaited approval does not", () => {
  const outcomes = ["done", "failed", "unknown", "denied", "awaiting_approval"] as const;
  const messages = project(
    givenEntries([
      brief,
      replied("", [...outcomes]),
      ...outcomes.map((outcome) => resulted(outcome, "x", { assistantEntryId: "ent_1", outcome })),
    ]),
    PLAIN,
  );
  const errors = messages.flatMap((message) =>
    message.role === "tool" ? message.content.map((result) => result.isError) : [],
  );
  expect(errors).toEqual([false, true, true, true, false]);
});

test("a note always begins with the system marker", () => {
  expect(project(givenEntries([noted("Look out.")]), PLAIN).map(textOf)).toEqual(["[SYSTEM] Look out."]);
  expect(project(givenEntries([noted("[SYSTEM REMINDER] x")]), PLAIN).map(textOf)).toEqual(["[SYSTEM REMINDER] x"]);
});

test("of a reply that was cut, unsigned reasoning is left out", () => {
  const cut: EntryPayload = {
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "thinking", text: "hm" },
      { type: "thinking", text: "well", signature: "s" },
      { type: "text", text: "So far" },
    ],
    model: { provider: "simulated", model: "simulated-worker-1" },
    stopReason: "interrupted",
    usage: NO_USAGE,
    isSimulated: true,
  };
  expect(project(givenEntries([cut]), PLAIN)[0]?.content).toHaveLength(2);
});

function longResult(text: string, changes = {}): readonly SessionEntry[] {
  return givenEntries([brief, replied("", ["a"]), resulted("a", text, { assistantEntryId: "ent_1", ...changes })]);
}

fact("TW-14", "a result of 20,000 characters stands whole, one more becomes a placeholder", () => {
  expect(resultTexts(project(longResult("😀".repeat(20_000)), PAGING))).toEqual([`a=${"😀".repeat(20_000)}`]);
  const text = ["f".repeat(300), "a", "b", "m".repeat(19_690), "12345", "67"].join("\n");
  expect(text).toHaveLength(20_004);
  expect(resultTexts(project(longResult(text), PAGING))).toEqual([
    [
      `a=[tool_result file_read a: 20004 chars / 6 lines, exit 0; front: ${"f".repeat(200)}; tail: a`,
      "b",
      "m".repeat(200),
      "12345",
      "67]",
      "This is not the whole result. Read it with session_tool_result, tool_call_id a.",
    ].join("\n"),
  ]);
  expect(resultTexts(project(longResult("x".repeat(20_001)), PAGING))[0]).toContain("20001 chars / 1 lines");
});

fact("TW-18", "an error without an exit code shows exit 1, a success exit 0, a known code itself", () => {
  const text = "x".repeat(20_001);
  expect(resultTexts(project(longResult(text, { outcome: "failed" }), PAGING))[0]).toContain("exit 1;");
  expect(resultTexts(project(longResult(text), PAGING))[0]).toContain("exit 0;");
  expect(resultTexts(project(longResult(text, { outcome: "failed", exitCode: 127 }), PAGING))[0]).toContain(
    "exit 127;",
  );
});

fact("TW-23", "what a tool kept whole decides, not its shortened answer", () => {
  const shown = resultTexts(project(longResult("short", { fullText: "y".repeat(30_000) }), PAGING))[0];
  expect(shown).toContain("30000 chars");
  expect(resultTexts(project(longResult("short", { fullText: "whole" }), PAGING))).toEqual(["a=short"]);
});

test("without a tool to page it, a long result shows its beginning, its end and its size, and never names the tool", () => {
  const [shown = ""] = resultTexts(project(longResult(`BEGIN${"x".repeat(30_000)}END`), PLAIN));
  expect(shown.length).toBeLessThan(20_000);
  expect(shown).toMatch(/^a=BEGIN/);
  expect(shown).toMatch(/END$/);
  expect(shown).toContain("30008 characters");
  expect(shown).not.toContain("session_tool_result");
});

test("a result in the blob store shows its preview with the size and tail of the whole", () => {
  const blob = { hash: "h", chars: 90_000, lines: 700, tail: "last line" };
  const entries = longResult("beginning", { blob });
  expect(resultTexts(project(entries, PAGING))[0]).toContain("90000 chars / 700 lines");
  expect(resultTexts(project(entries, PAGING))[0]).toContain("tail: last line]");
  expect(resultTexts(project(entries, PLAIN))[0]).toMatch(/beginning[^]*90000[^]*last line$/);
});

fact(
  ["TW-16", "TW-17"],
  "projecting twice, an hour apart, gives the same bytes and leaves every entry as it was",
  () => {
    const entries = deepFreeze([...givenTaskSession(3, 25_000)]);
    const before = entries.map((entry) => entryText(entry.payload));
    vi.useFakeTimers({ now: new Date("2026-11-29T09:59:30Z") });
    onTestFinished(() => void vi.useRealTimers());
    const first = JSON.stringify(project(entries, PAGING));
    vi.advanceTimersByTime(3_600_000);
    expect(new Date().getUTCHours()).toBe(10);
    expect(JSON.stringify(project(entries, PAGING))).toBe(first);
    expect(entries.map((entry) => entryText(entry.payload))).toEqual(before);
  },
);

const compaction = (firstKeptEntryId: string | null): EntryPayload => ({
  kind: "compaction",
  v: 1,
  summary: "What was done.",
  firstKeptEntryId,
  tokensBefore: 9,
});

fact("TW-27", "with a compaction: pinned, its summary, the kept tail, what came later, and nothing else", () => {
  const messages = project(givenEntries([brief, said("old"), said("kept"), compaction("ent_2"), said("new")]), PLAIN);
  expect(messages.map(textOf)).toEqual([
    "TASK EXECUTION",
    "[Previous conversation compacted]\nWhat was done.",
    "kept",
    "new",
  ]);
});

fact("TW-28", "a first kept entry that is not on the branch leaves the summary and what came later", () => {
  const messages = project(givenEntries([said("old"), compaction("ent_99"), said("new")]), PLAIN);
  expect(messages.map(textOf)).toEqual(["[Previous conversation compacted]\nWhat was done.", "new"]);
});

test("only the last compaction counts, and what a person pinned survives it until it is unpinned", () => {
  const pin = (isPinned: boolean): EntryPayload => ({ kind: "pin", v: 1, targetId: "ent_0", isPinned });
  const history = [said("important"), compaction(null), said("mid"), compaction("ent_2")];
  expect(project(givenEntries([...history, pin(true)]), PLAIN).map(textOf)[0]).toBe("important");
  expect(project(givenEntries([...history, pin(true), pin(false)]), PLAIN).map(textOf)).toEqual([
    "[Previous conversation compacted]\nWhat was done.",
    "mid",
  ]);
});

test("what a collapse handed over and a branch left behind are framed; blank ones and silent kinds are not shown", () => {
  const messages = project(
    givenEntries([
      { kind: "collapse-context", v: 2, sourceSessionId: "ses_1", summary: "goal: x" },
      { kind: "collapse-context", v: 2, sourceSessionId: "ses_1", summary: "  " },
      { kind: "branch-summary", v: 1, fromId: null, summary: "tried y" },
      { kind: "title", v: 1, title: "T" },
      { kind: "label", v: 1, targetId: "ent_0", label: "L" },
      { kind: "custom", v: 1, name: "goal_state", value: {} },
    ]),
    PLAIN,
  );
  expect(messages.map(textOf)).toEqual(["[Previous session compact summary]\ngoal: x", "[Branch summary]\ntried y"]);
});

fact("TW-51", "an entry of a known kind without a text for its summary is not shown, and nothing breaks", () => {
  const kinds = ["compaction", "collapse-context", "branch-summary"] as const;
  for (const kind of kinds) {
    for (const summary of [undefined, null, 7, { text: "x" }]) {
      const payload = { kind, v: 1, summary, firstKeptEntryId: null } as unknown as EntryPayload;
      const entries = [...givenEntries([said("old")]), { id: "ent_1", parentId: "ent_0", payload }];
      expect([kind, project(entries, PLAIN).map(textOf)]).toEqual([kind, ["old"]]);
    }
  }
});

const anyPayload = fc.oneof(
  fc.string().map((text) => said(text)),
  fc.string().map(noted),
  fc.uniqueArray(fc.constantFrom("a", "b", "c")).map((ids) => replied("r", ids)),
  fc
    .record({ call: fc.constantFrom("a", "b", "c"), at: fc.nat(12), text: fc.string() })
    .map(({ call, at, text }) => resulted(call, text, { assistantEntryId: `ent_${at}` })),
  fc.nat(12).map((at) => compaction(`ent_${at}`)),
);

test("any log projects to a history that may be sent, and no call of a reply is lost", () => {
  fc.assert(
    fc.property(fc.array(anyPayload, { maxLength: 14 }), (payloads) => {
      const entries = deepFreeze([...givenEntries(payloads)]);
      const projected = project(entries, PLAIN);
      const { messages, repairs } = sanitise(projected);
      expect(problemsOf(messages)).toEqual([]);
      expect(repairs.map(({ rule }) => rule)).not.toContain("incomplete-step");
      expect(project(entries, PLAIN)).toEqual(projected);
    }),
    { numRuns: 500 },
  );
});

test("a log that only grows keeps what it already projected, once every call has its result", () => {
  const entries = givenTaskSession(8);
  const whole = project(entries, PLAIN);
  for (let length = 1; length <= entries.length; length += 2) {
    const part = project(entries.slice(0, length), PLAIN);
    expect(whole.slice(0, part.length)).toEqual(part);
  }
});
