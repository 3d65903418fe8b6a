import { type Message, userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deepFreeze } from "../session-entries.fixture.ts";
import { problemsOf } from "./problems-of.ts";
import { sanitise } from "./sanitise.ts";

const callId = fc.constantFrom("a", "b", "c", "d");
const text = fc.oneof(
  fc.constantFrom("", "  ", "hello", "[SYSTEM] note", "[Previous conversation compacted]\nsum"),
  fc.string(),
);
const result = fc.record({
  type: fc.constant("tool-result" as const),
  callId,
  name: fc.constant("file_read"),
  text,
  isError: fc.boolean(),
});
const call = fc.record({
  type: fc.constant("tool-call" as const),
  callId,
  name: fc.constant("file_read"),
  args: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
});
const textBlock = fc.record({ type: fc.constant("text" as const), text });
const thinking = fc.record({ type: fc.constant("thinking" as const), text: fc.string() });
const image = fc.constant({ type: "image" as const, mediaType: "image/png", base64: "AA==" });

const user = fc.record({
  role: fc.constant("user" as const),
  content: fc.array(fc.oneof(textBlock, image), { maxLength: 3 }),
});
const assistant = fc.record({
  role: fc.constant("assistant" as const),
  content: fc.array(fc.oneof(textBlock, thinking, call), { maxLength: 4 }),
});
const tool = fc.record({ role: fc.constant("tool" as const), content: fc.array(result, { maxLength: 3 }) });
const wholeStep = fc.uniqueArray(callId, { minLength: 1, maxLength: 3 }).map((ids): Message[] => [
  { role: "assistant", content: ids.map((id) => ({ type: "tool-call", callId: id, name: "file_read", args: {} })) },
  {
    role: "tool",
    content: ids.map((id) => ({ type: "tool-result", callId: id, name: "file_read", text: id, isError: false })),
  },
]);

/** Histories as broken as they can be: orphans, halves, empties, doubles, in any order. */
const anyMessages: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.oneof(
      user.map((m) => [m]),
      assistant.map((m) => [m]),
      tool.map((m) => [m]),
      wholeStep,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.flat());

const calls = (...ids: string[]): Message => ({
  role: "assistant",
  content: ids.map((callId) => ({ type: "tool-call", callId, name: "file_read", args: {} })),
});
const results = (...ids: string[]): Message => ({
  role: "tool",
  content: ids.map((callId) => ({ type: "tool-result", callId, name: "file_read", text: callId, isError: false })),
});
const rules = (messages: readonly Message[]): readonly string[] => sanitise(messages).repairs.map(({ rule }) => rule);

test("a legal history is left as it is, without repairs", () => {
  const history = [userText("Go."), calls("a", "b"), results("a", "b"), userText("And now?")];
  expect(sanitise(history)).toEqual({ messages: history, repairs: [] });
});

fact("M30", "an orphan tool message is dropped", () => {
  expect(sanitise([userText("Go."), results("a")]).messages).toEqual([userText("Go.")]);
  expect(rules([userText("Go."), results("a")])).toEqual(["orphan-result"]);
});

fact("M31", "a reply with two calls and one result goes as a whole, and its neighbours are merged", () => {
  const { messages, repairs } = sanitise([userText("one"), calls("a", "b"), results("a"), userText("two")]);
  expect(messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "two" },
      ],
    },
  ]);
  expect(repairs.map(({ rule }) => rule)).toEqual(["incomplete-step", "merged-users"]);
});

fact("M33", "a history summary and the engine's markers are never merged with what follows", () => {
  for (const marker of [
    "[Conversation history summary] …",
    "[SYSTEM] …",
    "[SYSTEM REMINDER] …",
    "[Previous conversation compacted]\n…",
    "[Branch summary]\n…",
    "[Previous session compact summary]\n…",
  ]) {
    const history = [userText(marker), userText("hello")];
    expect(sanitise(history)).toEqual({ messages: history, repairs: [] });
    expect(sanitise(history.toReversed()).messages).toEqual(history.toReversed());
  }
});

fact("M34", "sanitising the same input twice gives the same, and the input stays as it was", () => {
  fc.assert(
    fc.property(anyMessages, (history) => {
      const before = structuredClone(history);
      const first = sanitise(deepFreeze(history));
      expect(sanitise(history)).toEqual(first);
      expect(history).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

test("whatever comes in, what goes out may be sent, and sanitising it again changes nothing", () => {
  fc.assert(
    fc.property(anyMessages, (history) => {
      const { messages } = sanitise(history);
      expect(problemsOf(messages)).toEqual([]);
      expect(sanitise(messages)).toEqual({ messages, repairs: [] });
    }),
    { numRuns: 1_000 },
  );
});

test("a history without problems is left alone: checks and repairs agree", () => {
  fc.assert(
    fc.property(anyMessages, (history) => {
      fc.pre(problemsOf(history).length === 0);
      expect(sanitise(history)).toEqual({ messages: history, repairs: [] });
    }),
  );
  expect(problemsOf([])).toEqual(["It does not begin with a user message."]);
  expect(problemsOf([userText("x"), calls("a")])).toHaveLength(2);
  expect(problemsOf([userText("x"), calls("a"), results("b")])).toHaveLength(1);
  expect(problemsOf([userText("x"), userText("y")])).toHaveLength(1);
  expect(problemsOf([userText("  ")])).toHaveLength(1);
  expect(problemsOf([userText("x"), calls("a"), results("a"), calls("a"), results("a")])).toEqual([
    "A call id is used twice.",
  ]);
});

test("results come in the order of their calls, once, and never empty", () => {
  const empty: Message = {
    role: "tool",
    content: [
      { type: "tool-result", callId: "b", name: "file_read", text: " ", isError: true },
      { type: "tool-result", callId: "a", name: "file_read", text: "A", isError: false },
      { type: "tool-result", callId: "z", name: "file_read", text: "Z", isError: false },
    ],
  };
  const { messages } = sanitise([userText("Go."), calls("a", "b"), empty]);
  expect(messages[2]?.content).toEqual([
    { type: "tool-result", callId: "a", name: "file_read", text: "A", isError: false },
    { type: "tool-result", callId: "b", name: "file_read", text: "(no output)", isError: true },
  ]);
});

test("a call id used again in a later step gets a number, with its result", () => {
  const history = [userText("Go."), calls("a"), results("a"), calls("a"), results("a"), calls("a"), results("a")];
  const { messages, repairs } = sanitise(history);
  expect(messages.slice(3)).toEqual([calls("a_2"), namedResult("a_2"), calls("a_3"), namedResult("a_3")]);
  expect(repairs.map(({ rule }) => rule)).toEqual(["renamed-call", "renamed-call"]);
});

function namedResult(callId: string): Message {
  return { role: "tool", content: [{ type: "tool-result", callId, name: "file_read", text: "a", isError: false }] };
}
