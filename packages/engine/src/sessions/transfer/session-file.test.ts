import { type EntryPayload, NO_USAGE, storedText } from "@cadre/domain";
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
const result: EntryPayload = {
  kind: "tool-result",
  v: 1,
  assistantEntryId: "ent_2",
  callId: "c",
  name: "shell_execute",
  outcome: "done",
  text: "long",
  blob: { hash: sha256Of(whole), chars: whole.length, lines: 1, tail: "long " },
};
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
  expect(() =>
    readSessionFile(fileOf([session(1, null), entry("ent_1", null, '{"kind":"title","title":"x","v":9}')])),
  ).toThrow(expect.objectContaining({ code: "session.entry-too-new" }));
  expect(() => readSessionFile(fileOf([{ ...session(0, null), format: 2 } as unknown as FileLine]))).toThrow(
    damaged(1),
  );
});

test("an entry of an older version keeps its bytes and is read as today's", () => {
  const old = '{"kind":"collapse-context","sourceSessionId":"s","text":"goal: x","v":1}';
  const [read] = readSessionFile(fileOf([session(1, "ent_1"), entry("ent_1", null, old)])).entries;
  expect(read).toMatchObject({ text: old, v: 1, payload: { v: 2, summary: "goal: x" } });
});
