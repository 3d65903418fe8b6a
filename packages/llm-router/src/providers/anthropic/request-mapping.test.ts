import { describe, expect, test } from "vitest";
import type { Message, ModelRequest } from "@cadre/domain";
import { userText } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { CATALOGUE } from "../../catalogue/catalogue.ts";
import { modelRequest } from "../../model-call.fixture.ts";
import { toStreamParams } from "./request-mapping.ts";

const TOOL = { name: "file_read", description: "Reads.", parameters: { type: "object", properties: { path: {} } } };

const CALL: Message = {
  role: "assistant",
  content: [
    { type: "thinking", text: "Look first.", signature: "sig", model: "claude-haiku-4-5" },
    { type: "text", text: "I read it." },
    { type: "tool-call", callId: "toolu_1", name: "file_read", args: { path: "a" } },
    { type: "tool-call", callId: "toolu_2", name: "file_read", args: {}, argsError: "not JSON" },
  ],
};
const RESULTS: Message = {
  role: "tool",
  content: [
    { type: "tool-result", callId: "toolu_1", name: "file_read", text: "A", isError: false },
    { type: "tool-result", callId: "toolu_2", name: "file_read", text: "", isError: true },
  ],
};

function wire(change: Partial<ModelRequest>) {
  return toStreamParams(modelRequest(change), CATALOGUE);
}

function messagesOf(change: Partial<ModelRequest>) {
  return wire(change).messages;
}

test("a step with everything in it", () => {
  const params = wire({
    system: [
      { tier: 1, text: "Who you are.", cached: true },
      { tier: 2, text: "Where you are.", cached: true },
    ],
    tools: [TOOL, { ...TOOL, name: "file_write" }],
    toolsCached: true,
    messages: [userText("Read a."), CALL, RESULTS],
    cachedMessages: [2],
    tail: "It is 10:15.",
    temperature: 0.2,
  });
  expect(params).toMatchInlineSnapshot(`
    {
      "max_tokens": 64000,
      "messages": [
        {
          "content": [
            {
              "text": "Read a.",
              "type": "text",
            },
          ],
          "role": "user",
        },
        {
          "content": [
            {
              "signature": "sig",
              "thinking": "Look first.",
              "type": "thinking",
            },
            {
              "text": "I read it.",
              "type": "text",
            },
            {
              "id": "toolu_1",
              "input": {
                "path": "a",
              },
              "name": "file_read",
              "type": "tool_use",
            },
            {
              "id": "toolu_2",
              "input": {},
              "name": "file_read",
              "type": "tool_use",
            },
          ],
          "role": "assistant",
        },
        {
          "content": [
            {
              "content": "A",
              "tool_use_id": "toolu_1",
              "type": "tool_result",
            },
            {
              "cache_control": {
                "type": "ephemeral",
              },
              "content": "The tool failed and gave no reason.",
              "is_error": true,
              "tool_use_id": "toolu_2",
              "type": "tool_result",
            },
            {
              "text": "It is 10:15.",
              "type": "text",
            },
          ],
          "role": "user",
        },
      ],
      "model": "claude-haiku-4-5",
      "stream": true,
      "system": [
        {
          "cache_control": {
            "type": "ephemeral",
          },
          "text": "Who you are.",
          "type": "text",
        },
        {
          "cache_control": {
            "type": "ephemeral",
          },
          "text": "Where you are.",
          "type": "text",
        },
      ],
      "temperature": 0.2,
      "tools": [
        {
          "description": "Reads.",
          "input_schema": {
            "properties": {
              "path": {},
            },
            "type": "object",
          },
          "name": "file_read",
        },
        {
          "cache_control": {
            "type": "ephemeral",
          },
          "description": "Reads.",
          "input_schema": {
            "properties": {
              "path": {},
            },
            "type": "object",
          },
          "name": "file_write",
        },
      ],
    }
  `);
});

describe("cache markers", () => {
  test("an unmarked request has none", () => {
    expect(JSON.stringify(wire({ tools: [TOOL], messages: [userText("a")], tail: "t" }))).not.toContain(
      "cache_control",
    );
  });

  test("the marker stands on the message's last block, before the tail", () => {
    const [message] = messagesOf({ messages: [userText("a")], cachedMessages: [0], tail: "now" });
    expect(message?.content).toEqual([
      { type: "text", text: "a", cache_control: { type: "ephemeral" } },
      { type: "text", text: "now" },
    ]);
  });

  test("reasoning cannot carry it: the block before does", () => {
    const thinkingLast: Message = {
      role: "assistant",
      content: [
        { type: "text", text: "b" },
        { type: "thinking", text: "c", signature: "sig" },
      ],
    };
    const messages = messagesOf({ messages: [userText("a"), thinkingLast], cachedMessages: [1] });
    expect(messages[1]?.content).toMatchObject([
      { type: "text", cache_control: { type: "ephemeral" } },
      { type: "thinking" },
    ]);
  });

  test("a message that is sent empty hands it to the message before", () => {
    const silent: Message = { role: "assistant", content: [{ type: "text", text: "" }] };
    const messages = messagesOf({ messages: [userText("a"), silent], cachedMessages: [1] });
    expect(messages).toEqual([
      { role: "user", content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }] },
    ]);
  });

  test("two marked messages that share a wire message keep both markers", () => {
    const messages = messagesOf({ messages: [userText("a"), userText("b")], cachedMessages: [0, 1] });
    expect(JSON.stringify(messages).match(/cache_control/g)).toHaveLength(2);
  });
});

describe("messages", () => {
  test("user messages around a silent assistant become one", () => {
    const silent: Message = { role: "assistant", content: [] };
    expect(messagesOf({ messages: [userText("a"), silent, userText("b")] })).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
    ]);
  });

  test("no block is empty or blank, wherever it comes from", () => {
    const params = wire({
      system: [{ tier: 1, text: " \n", cached: true }],
      messages: [userText(""), userText("a"), { role: "assistant", content: [{ type: "text", text: " " }] }],
      tail: "\n",
    });
    expect(params.system).toBeUndefined();
    expect(params.messages).toEqual([{ role: "user", content: [{ type: "text", text: "a" }] }]);
  });

  test("without an open user message the tail makes one", () => {
    const messages = messagesOf({
      messages: [userText("a"), { role: "assistant", content: [{ type: "text", text: "b" }] }],
      tail: "t",
    });
    expect(messages.at(-1)).toEqual({ role: "user", content: [{ type: "text", text: "t" }] });
  });

  test("reasoning of another model stays at home, and so does unsigned reasoning", () => {
    const mixed: Message = {
      role: "assistant",
      content: [
        { type: "thinking", text: "theirs", signature: "sig", model: "claude-opus-5" },
        { type: "thinking", text: "unsigned", model: "claude-haiku-4-5" },
        { type: "thinking", text: "", sealed: "opaque", model: "claude-haiku-4-5" },
        { type: "text", text: "b" },
      ],
    };
    expect(messagesOf({ messages: [userText("a"), mixed] })[1]?.content).toEqual([
      { type: "redacted_thinking", data: "opaque" },
      { type: "text", text: "b" },
    ]);
  });

  test("an image goes as base64; one the model cannot see is named", () => {
    const images: Message = {
      role: "user",
      content: [
        { type: "image", mediaType: "image/png", base64: "AA==" },
        { type: "image", mediaType: "image/tiff", base64: "AA==" },
      ],
    };
    expect(messagesOf({ messages: [images] })[0]?.content).toMatchObject([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
      { type: "text", text: expect.stringContaining("image/tiff") },
    ]);
  });
});

describe("what a model would refuse", () => {
  const ref = (model: string) => ({ provider: "anthropic", model });

  test("strict and unknown models get no temperature", () => {
    expect(wire({ model: ref("claude-haiku-4-5"), temperature: 0.2 })).toMatchObject({ temperature: 0.2 });
    expect(wire({ model: ref("claude-opus-5-5"), temperature: 0.2 })).not.toHaveProperty("temperature");
    expect(wire({ model: ref("claude-next"), temperature: 0.2 })).not.toHaveProperty("temperature");
  });

  test("no model is forced to use a tool", () => {
    expect(wire({ tools: [TOOL] })).not.toHaveProperty("tool_choice");
  });

  test("a model that hides its progress is asked for a summary of it", () => {
    expect(wire({ model: ref("claude-opus-5-5") }).thinking).toEqual({ type: "adaptive", display: "summarized" });
    expect(wire({ model: ref("claude-haiku-4-5") })).not.toHaveProperty("thinking");
  });

  test("no tools means no list of tools", () => {
    expect(wire({})).not.toHaveProperty("tools");
  });
});

describe("length of the reply", () => {
  const sent = (model: string, maxOutputTokens?: number) =>
    wire({ model: { provider: "anthropic", model }, maxOutputTokens }).max_tokens;

  fact("M12", "an asked-for maximum is sent, the catalogue's is ignored", () => {
    expect(sent("claude-haiku-4-5", 1_000)).toBe(1_000);
  });

  fact("M13", "without one the catalogue's maximum is sent", () => {
    expect(sent("claude-haiku-4-5")).toBe(64_000);
  });

  fact("M14", "a model missing from the catalogue gets the provider's default", () => {
    expect(sent("claude-haiku-4-5-latest")).toBe(4_096);
  });
});
