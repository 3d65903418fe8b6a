import { isStorableText } from "@cadre/shared";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_USAGE } from "../model/usage.ts";
import { assistantEntryOf, entryText, type EntryPayload, parseEntryText, storedEntry } from "./session-entry.ts";

test("a payload reads back as it was stored, keys sorted", () => {
  const stored = storedEntry({ kind: "note", v: 1, topic: "interrupted", text: "[SYSTEM] Look first." });
  expect(stored.text).toBe('{"kind":"note","text":"[SYSTEM] Look first.","topic":"interrupted","v":1}');
  expect(parseEntryText(stored.text)).toEqual(stored.payload);
});

test("texts are cleaned once at append, deep inside arguments too, and the input stays as it was", () => {
  const payload: EntryPayload = {
    kind: "assistant-message",
    v: 1,
    content: [
      { type: "tool-call", callId: "c1", name: "file_write", args: { "k\u0000": ["a\uD800b", { x: "\u0000" }], n: 1 } },
    ],
    model: { provider: "simulated", model: "simulated-worker-1" },
    stopReason: "tool-use",
    usage: NO_USAGE,
    isSimulated: true,
  };
  const before = structuredClone(payload);
  const stored = storedEntry(payload);
  expect(payload).toEqual(before);
  expect(isStorableText(stored.text)).toBe(true);
  expect(JSON.parse(stored.text).content[0].args).toEqual({ "k\uFFFD": ["a\uFFFDb", { x: "\uFFFD" }], n: 1 });
});

test("any text and any arguments store to the same bytes again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.dictionary(fc.string(), fc.jsonValue()), (text, args) => {
      const once = storedEntry(
        assistantEntryOf({
          model: { provider: "p", model: "m" },
          message: {
            role: "assistant",
            content: [
              { type: "text", text },
              { type: "tool-call", callId: "c", name: "n", args },
            ],
          },
          stopReason: "tool-use",
          usage: NO_USAGE,
          requestId: undefined,
          isSimulated: false,
        }),
      );
      expect(entryText(once.payload)).toBe(entryText(storedEntry(once.payload).payload));
      expect(storedEntry(once.payload).payload).toEqual(once.payload);
    }),
  );
});

test("a kind or version nobody wrote is refused", () => {
  expect(() => parseEntryText('{"kind":"dream","v":1}')).toThrow(/kind/);
  expect(() => parseEntryText('{"kind":"title","title":"x","v":0}')).toThrow(/expected 1/);
});
