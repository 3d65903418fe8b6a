import { type EntryPayload, NO_USAGE, storedText } from "@cadre/domain";
import { SESSION_LIMITS, TASK_LIMITS } from "@cadre/shared";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type FileLine, readSessionFile, SessionFileWriter, sha256Of } from "./session-file.ts";

const AT = "2026-01-01T00:00:00.000Z";
const about = { kind: "chat", title: "T", metadata: { a: "1" }, isHumanFacing: true, createdAt: AT, exportedAt: AT };

function session(entries: number, headEntryId: string | null): FileLine {
  return { type: "session", format: 1, id: "ses_1", ...about, entries, headEntryId };
}

function entry(id: string, parentId: string | null, payload: EntryPayload | string): FileLine {
  const text = typeof payload === "string" ? payload : storedText(payload);
  return { type: "entry", id, parentId, payload: text, createdAt: AT };
}

function fileOf(lines: readonly FileLine[]): string {
  const file = new SessionFileWriter();
  return [...lines.map((line) => file.line(line)), file.end()].join("");
}

const said = (text: string): EntryPayload => ({ kind: "user-message", v: 1, content: [{ type: "text", text }] });
const moved = (targetId: string): EntryPayload => ({ kind: "leaf", v: 1, targetId });
const reply: EntryPayload = {
  kind: "assistant-message",
  v: 1,
  content: [{ type: "tool-call", callId: "c", name: "shell_execute", args: { x: "\u2028😀" } }],
  model: { provider: "p", model: "m" },
  stopReason: "tool-use",
  usage: NO_USAGE,
  isSimulated: true,
};
const whole = "long ".repeat(20_000);
const result = {
  kind: "tool-result",
  v: 1,
  assistantEntryId: "ent_2",
  callId: "c",
  name: "shell_execute",
  outcome: "done",
  text: "long",
  blob: { hash: sha256Of(whole), chars: whole.length, lines: 1, tail: "long " },
} as const satisfies EntryPayload;
const GOOD = [
  session(5, "ent_5"),
  entry("ent_1", null, said("one\u2028two")),
  entry("ent_2", "ent_1", reply),
  entry("ent_3", "ent_2", result),
  entry("ent_4", "ent_3", moved("ent_1")),
  entry("ent_5", "ent_1", said("other")),
  { type: "blob", hash: sha256Of(whole), text: whole },
] as const satisfies readonly FileLine[];
const damaged = (line: number) => expect.objectContaining({ code: "session.file-damaged", details: { line } });

test("a file reads back as it was written: every byte of every payload, the tree, and the long results", () => {
  const read = readSessionFile(fileOf(GOOD));
  expect(read.session).toMatchObject({ id: "ses_1", headEntryId: "ent_5", metadata: { a: "1" } });
  expect(read.entries.map(({ id, parentId, text }) => ({ id, parentId, text }))).toEqual(
    GOOD.slice(1, 6).map((line) => "payload" in line && { id: line.id, parentId: line.parentId, text: line.payload }),
  );
  expect([...read.blobs]).toEqual([[sha256Of(whole), whole]]);
});

test("whatever single character of a file is changed, left out or put in: it is refused, and no other fault is met", () => {
  const good = fileOf([...GOOD.slice(0, 6), { type: "blob", hash: sha256Of(whole), text: whole }]);
  const short = good.length - whole.length;
  fc.assert(
    fc.property(
      fc.nat(short - 1),
      fc.constantFrom("change", "drop", "add"),
      fc.constantFrom("0", "x", '"', "\n"),
      (at, how, by) => {
        const end = how === "add" ? at : at + 1;
        const bad = good.slice(0, at) + (how === "drop" ? "" : by) + good.slice(end);
        fc.pre(bad !== good);
        expect(() => readSessionFile(bad)).toThrow(expect.objectContaining({ code: "session.file-damaged" }));
      },
    ),
    { numRuns: 400 },
  );
});

test("a file that is cut off, or whose lines are missing, doubled or exchanged, is refused", () => {
  const lines = fileOf(GOOD).split("\n").slice(0, -1);
  const refuse = (changed: readonly string[], ending = "\n") =>
    expect(() => readSessionFile(changed.join("\n") + ending)).toThrow(
      expect.objectContaining({ code: "session.file-damaged" }),
    );
  refuse([]);
  refuse(lines, "");
  for (let at = 0; at < lines.length; at += 1) {
    refuse(lines.slice(0, at));
    refuse(lines.toSpliced(at, 1));
    refuse(lines.toSpliced(at, 0, lines[at] ?? ""));
    if (at > 0) refuse([...lines.slice(0, at - 1), lines[at] ?? "", lines[at - 1] ?? "", ...lines.slice(at + 1)]);
  }
});

fact(
  ["TW-08", "TW-07"],
  "a file with good checksums is still refused when an id is doubled or a parent is none",
  () => {
    const refuse = (lines: readonly FileLine[], line: number) =>
      expect(() => readSessionFile(fileOf(lines))).toThrow(damaged(line));
    const one = entry("ent_1", null, said("a"));
    refuse([session(2, "ent_1"), one, entry("ent_1", null, said("b"))], 3);
    refuse([session(1, "ent_1"), entry("ent_1", "ent_2", said("a"))], 2);
    refuse([session(2, "ent_1"), entry("ent_1", "ent_2", said("a")), entry("ent_2", "ent_1", said("b"))], 2);
    refuse([session(1, "ent_9"), one], 1);
    refuse([session(2, "ent_2"), one, entry("ent_2", "ent_1", moved("ent_1"))], 1);
    refuse([session(3, "ent_3"), one, entry("ent_2", "ent_1", moved("ent_1")), entry("ent_3", "ent_2", said("x"))], 4);
  },
);

test("what no log stores is refused: unknown kinds, bytes that are not canonical, control characters, missing results", () => {
  const refuse = (payload: EntryPayload | string) =>
    expect(() => readSessionFile(fileOf([session(1, "ent_1"), entry("ent_1", null, payload)]))).toThrow(damaged(2));
  refuse('{"kind":"dream","v":1}');
  refuse('{"v":1,"kind":"title","title":"x"}');
  refuse('{"kind":"title","title":"a\\u0000","v":1}');
  refuse('{"kind":"compaction","v":1}');
  refuse("no JSON");
  refuse({ ...result, assistantEntryId: "ent_1" });
  const forged: FileLine = { type: "blob", hash: sha256Of(whole), text: "forged" };
  expect(() => readSessionFile(fileOf([...GOOD.slice(0, 6), forged]))).toThrow(damaged(4));
  const newer = [session(1, null), entry("ent_1", null, '{"kind":"title","title":"x","v":9}')];
  expect(() => readSessionFile(fileOf(newer))).toThrow(
    expect.objectContaining({
      kind: "invalid",
      code: "session.entry-too-new",
      details: expect.objectContaining({ line: 2 }),
    }),
  );
});

const withFirst = (more: Readonly<Record<string, unknown>>): FileLine => ({ ...session(0, null), ...more });

test("a file of another format is told apart from a damaged one", () => {
  for (const format of [0, 2, 1.5]) {
    expect(() => readSessionFile(fileOf([withFirst({ format, more: { deep: [1] } })]))).toThrow(
      expect.objectContaining({ kind: "invalid", code: "session.file-format", details: { format, known: 1 } }),
    );
  }
  expect(() => readSessionFile(fileOf([withFirst({ format: "2" })]))).toThrow(damaged(1));
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ["a kind that no session has", { kind: "dream" }],
  ["a title that shows nothing", { title: "\u200b" }],
  ["a title that is too long", { title: "x".repeat(SESSION_LIMITS.titleChars + 1) }],
  ["metadata without a key", { metadata: { "": "x" } }],
  ["a key that is too long", { metadata: { ["k".repeat(SESSION_LIMITS.metadataKeyChars + 1)]: "x" } }],
  ["a value that is too long", { metadata: { a: "x".repeat(SESSION_LIMITS.metadataChars + 1) } }],
  ["too much metadata together", { metadata: { a: "x".repeat(15_000), b: "x".repeat(15_000) } }],
  ["a NUL in its title", { title: "a\u0000b" }],
  ["half of a surrogate pair in its metadata", { metadata: { a: "\ud800" } }],
  ["half of a surrogate pair in a key", { metadata: { "\udc00": "a" } }],
  ["a NUL in its id", { id: "ses_\u0000" }],
  ["the year 0", { createdAt: "0000-01-01T00:00:00.000Z" }],
  ["the year 0 of its export", { exportedAt: "0000-12-31T23:59:59.999Z" }],
  ["more entries than it has", { entries: 3 }],
  [
    "values that are nested without end",
    { metadata: JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) as unknown },
  ],
])("the first line has the rules of the other doors: %s", (_, more) => {
  expect(() => readSessionFile(fileOf([withFirst(more)]))).toThrow(damaged(1));
});

test("a session of a task and of each scenario is known, whatever its task is called", () => {
  for (const kind of ["task", "chat", "heartbeat", "review"]) {
    const title = `ABCDEFGHIJ-2147483647 ${"x".repeat(TASK_LIMITS.titleChars)}`;
    expect(readSessionFile(fileOf([withFirst({ kind, title })])).session).toMatchObject({ kind, title });
  }
});

test("entries and long results are those that are told of, and what they say can be stored", () => {
  const refuse = (lines: readonly FileLine[], line: number) =>
    expect(() => readSessionFile(fileOf(lines))).toThrow(damaged(line));
  const one = entry("ent_1", null, said("a"));
  const blob = (text: string): FileLine => ({ type: "blob", hash: sha256Of(text), text });
  refuse([session(0, null), one], 1);
  refuse([session(2, "ent_1"), one], 1);
  refuse([session(2, "ent_1"), one, blob(whole)], 1);
  refuse([session(1, "ent_1"), one, blob(whole)], 3);
  refuse([...GOOD, blob("stray")], 8);
  refuse([...GOOD, blob(whole)], 7);
  refuse([session(1, "ent_\u0000"), entry("ent_\u0000", null, said("a"))], 1);
  refuse([session(1, null), entry("ent_\ud800", null, said("a"))], 2);
  refuse([session(1, "ent_1"), { ...one, createdAt: "0000-01-01T00:00:00Z" } as FileLine], 2);
  refuse([...GOOD.slice(0, 6), blob(`${whole}\udc00`)], 7);
});

test("a long result may hold what a file can, also a NUL", () => {
  const text = `a\u0000b ${whole}`;
  const named: EntryPayload = { ...result, blob: { hash: sha256Of(text), chars: text.length, lines: 1, tail: "" } };
  const lines: FileLine[] = [
    session(1, null),
    entry("ent_1", null, named),
    { type: "blob", hash: sha256Of(text), text },
  ];
  expect([...readSessionFile(fileOf(lines)).blobs.values()]).toEqual([text]);
});

test("an entry of an older version keeps its bytes and is read as today's", () => {
  const old = '{"kind":"collapse-context","sourceSessionId":"s","text":"goal: x","v":1}';
  const [read] = readSessionFile(fileOf([session(1, "ent_1"), entry("ent_1", null, old)])).entries;
  expect(read).toMatchObject({ text: old, v: 1, payload: { v: 2, summary: "goal: x" } });
});
