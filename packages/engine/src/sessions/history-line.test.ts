import type { EntryPayload } from "@cadre/domain";
import { API_LIMITS } from "@cadre/shared";
import { expect, test } from "vitest";
import { toldOf } from "./history-line.ts";

const said = (text: string): EntryPayload => ({ kind: "user-message", v: 1, content: [{ type: "text", text }] });

test("a line has the beginning of a text and its length, never half a letter, never a line end", () => {
  const text = `${"a".repeat(API_LIMITS.historyHeadChars - 1)}😀 and more`;
  expect(toldOf(said(text))).toMatchObject({ chars: text.length, head: "a".repeat(API_LIMITS.historyHeadChars - 1) });
  expect(toldOf(said("one\n\n two\tthree"))).toMatchObject({ head: "one two three" });
});

test("what steers the log names the entry it speaks of", () => {
  expect(toldOf({ kind: "pin", v: 1, targetId: "ent_1", isPinned: true })).toMatchObject({
    targetId: "ent_1",
    isPinned: true,
  });
  expect(toldOf({ kind: "label", v: 1, targetId: "ent_1", label: "here" })).toMatchObject({ label: "here" });
  expect(toldOf({ kind: "leaf", v: 1, targetId: "ent_2" })).toMatchObject({ targetId: "ent_2" });
  expect(
    toldOf({ kind: "compaction", v: 1, summary: "So far.", firstKeptEntryId: "ent_9", tokensBefore: 900 }),
  ).toMatchObject({ targetId: "ent_9", tokensBefore: 900, head: "So far." });
});

test("a reply names its tools, a result its tool, a message its sender", () => {
  const reply: EntryPayload = {
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "text", text: "I look." },
      { type: "tool-call", callId: "c", name: "file_read", args: {} },
    ],
    model: { provider: "scripted", model: "script" },
    stopReason: "tool-use",
    usage: {
      inputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      cacheWriteHourTokens: 0,
      outputTokens: 0,
      thinkingTokens: 0,
    },
    isSimulated: true,
  };
  expect(toldOf(reply)).toMatchObject({ head: "I look. → file_read", from: "script" });
  expect(
    toldOf({ ...said("Hi"), kind: "user-message", sender: { kind: "person", name: "Ada" } } as EntryPayload),
  ).toMatchObject({ from: "Ada" });
});
