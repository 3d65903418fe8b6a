import { type AssistantMessage, type Message, type ToolSpec, userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import { cacheMarks } from "./cache-marks.ts";

const TOOLS: readonly ToolSpec[] = [{ name: "file_read", description: "Reads.", parameters: { type: "object" } }];
const reply: Message = { role: "assistant", content: [{ type: "text", text: "Yes." }] };

/** A step of `width` parallel calls: twice as many blocks, and those that stand before the calls. */
function step(width = 1, before: AssistantMessage["content"] = []): readonly Message[] {
  const ids = Array.from({ length: width }, (_, at) => `c${at}`);
  return [
    {
      role: "assistant",
      content: [
        ...before,
        ...ids.map((callId) => ({ type: "tool-call" as const, callId, name: "file_read", args: {} })),
      ],
    },
    {
      role: "tool",
      content: ids.map((callId) => ({ type: "tool-result", callId, name: "file_read", text: "x", isError: false })),
    },
  ];
}

fact("M40", "on a turn's first call exactly one message breakpoint stands on the message before the turn", () => {
  const history = [userText("Hi."), reply, userText("Next.")];
  expect(cacheMarks(history, TOOLS)).toEqual({ toolsCached: true, cachedMessages: [1] });
  expect(cacheMarks([userText("Hi."), ...step(), reply, userText("Next.")], TOOLS).cachedMessages).toEqual([3]);
});

test("the first call of a session marks its only message", () => {
  expect(cacheMarks([userText("TASK EXECUTION")], TOOLS)).toEqual({ toolsCached: true, cachedMessages: [0] });
});

test("inside a tool loop the breakpoint moves on with the newest result, also past the engine's notes", () => {
  const history: Message[] = [userText("TASK EXECUTION")];
  for (let steps = 1; steps <= 9; steps += 1) {
    history.push(...step());
    expect(cacheMarks(history, TOOLS)).toEqual({ toolsCached: true, cachedMessages: [history.length - 1] });
  }
  history.push(userText("[SYSTEM REMINDER] Submit."));
  expect(cacheMarks(history, TOOLS).cachedMessages).toEqual([history.length - 1]);
});

test("up to 15 new blocks keep one breakpoint; more trade the tools' marker for one on the previous tail", () => {
  const start = [userText("TASK EXECUTION"), ...step()];
  expect(cacheMarks([...start, ...step(7)], TOOLS)).toEqual({ toolsCached: true, cachedMessages: [4] });
  const noted = { type: "text" as const, text: "Reading seven files." };
  expect(cacheMarks([...start, ...step(7, [noted])], TOOLS).cachedMessages).toEqual([4]);
  expect(cacheMarks([...start, ...step(8)], TOOLS)).toEqual({ toolsCached: false, cachedMessages: [2, 4] });
});

test("the previous tail is where the call before this one stood, also across a turn", () => {
  const turn = [userText("Hi."), reply, userText("Read all of it.")];
  expect(cacheMarks([...turn, ...step(10)], TOOLS).cachedMessages).toEqual([1, 4]);
  expect(cacheMarks([...turn, ...step(10), reply, userText("Thanks.")], TOOLS).cachedMessages).toEqual([5]);
});

test("without tools there is nothing to mark on them", () => {
  expect(cacheMarks([userText("Hi.")], []).toolsCached).toBe(false);
  expect(cacheMarks([], TOOLS)).toEqual({ toolsCached: true, cachedMessages: [] });
});
