import { type Message, userText } from "@cadre/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { modelRequest } from "../../model-call.fixture.ts";
import { cacheBreakpoints } from "./cache-breakpoints.ts";

const said: Message = { role: "assistant", content: [{ type: "text", text: "Yes." }] };
const called: Message = { role: "assistant", content: [{ type: "tool-call", callId: "c", name: "look", args: {} }] };
const result = (text = "x"): Message => ({
  role: "tool",
  content: [{ type: "tool-result", callId: "c", name: "look", text, isError: false }],
});
const SYSTEM = ["One.", "Two."].map((text) => ({ tier: 1 as const, text, cached: true }));

function placesIn(messages: readonly Message[], cachedMessages: readonly number[]) {
  const found = cacheBreakpoints(modelRequest({ system: SYSTEM, messages, cachedMessages }));
  return { system: [...found.system], messages: [...found.messages].toSorted((a, b) => a - b) };
}

test("the first call marks the system's blocks and its message", () => {
  expect(placesIn([userText("Hi.")], [0])).toEqual({ system: [0, 1], messages: [0] });
});

test("in a tool loop the ends of the two calls before are marked again", () => {
  const loop = [userText("Do."), called, result(), called, result(), called, result()];
  expect(placesIn(loop, [6])).toEqual({ system: [1], messages: [2, 4, 6] });
});

test("a mark on a reply moves back to the input before it, and past results without text", () => {
  expect(placesIn([userText("Hi."), said, userText("Next.")], [1])).toEqual({ system: [0, 1], messages: [0] });
  expect(placesIn([userText("Do."), called, result("")], [2]).messages).toEqual([0]);
  expect(placesIn([said], [0])).toEqual({ system: [0, 1], messages: [] });
});

test("the second call of a turn still carries the breakpoint where its first call's stood", () => {
  const before = [userText("Do."), called, result(), said];
  const [written] = placesIn([...before, userText("More.")], [3]).messages.slice(-1);
  const second = [...before, userText("More."), called, result()];
  expect(placesIn(second, [6]).messages).toContain(written);
});

test("nothing marked is nothing cached", () => {
  const found = cacheBreakpoints(modelRequest({ system: [{ tier: 1, text: "One.", cached: false }] }));
  expect([found.system.size, found.messages.size]).toEqual([0, 0]);
});

test("there are never more than four, all on input up to the newest mark", () => {
  const kinds = { user: userText("Hi."), said, called, result: result(), empty: result("") };
  const message = fc.constantFrom<keyof typeof kinds>("user", "said", "called", "result", "empty");
  fc.assert(
    fc.property(fc.array(message, { minLength: 1 }), fc.array(fc.nat(), { maxLength: 4 }), (names, marks) => {
      const messages = names.map((name) => kinds[name]);
      const cachedMessages = marks.map((mark) => mark % messages.length);
      const places = placesIn(messages, cachedMessages);
      expect(places.system.length + places.messages.length).toBeLessThanOrEqual(4);
      for (const at of places.messages) {
        expect(at).toBeLessThanOrEqual(Math.max(...cachedMessages));
        expect(["user", "result"]).toContain(names[at]);
      }
    }),
  );
});
