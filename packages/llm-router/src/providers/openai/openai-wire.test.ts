import { describe, expect, test } from "vitest";
import { fact } from "@cadre/testkit";
import { userText } from "@cadre/domain";
import { collect, endingOf, modelRequest, providerDeps, textIn } from "../../model-call.fixture.ts";
import { startVendorServer, type VendorAnswer } from "../../vendor-server.fixture.ts";
import { openaiCompatible } from "../openai-compatible/openai-compatible.ts";
import { classifyError, classifyThrown } from "../../failure-classification.ts";
import { OPENAI_ERRORS } from "./openai-errors.ts";
import { OPENAI_MODELS } from "../../catalogue/openai-models.ts";
import { openai } from "./openai.ts";
import {
  CHAT_DONE,
  chatChunk,
  chatDelta,
  chatEnd,
  errorAnswer,
  itemAdded,
  itemDone,
  outputText,
  responseBegun,
  responseEnd,
} from "./openai-wire.fixture.ts";

const CONTEXT = { now: new Date(0), isPromptSuspect: false, hasAnswered: false, apiKey: "sk-secret" };

async function chatReply(...chunks: readonly string[]) {
  await using vendor = await startVendorServer({ chunks });
  const events = await collect(openaiCompatible.create(providerDeps()), { baseUrl: vendor.url });
  const ending = endingOf(events);
  if (ending.type === "failed") throw new Error(ending.failure.message);
  return { ...ending.reply, shown: textIn(events) };
}

async function sentBy(definition: typeof openai | typeof openaiCompatible, request = modelRequest()): Promise<unknown> {
  const answer: VendorAnswer = { chunks: [] };
  await using vendor = await startVendorServer(answer);
  await collect(definition.create(providerDeps()), { baseUrl: vendor.url, request });
  return vendor.requests[0]?.body;
}

const marked = (text: string) => ({
  type: "input_text",
  text,
  prompt_cache_breakpoint: { mode: "explicit" },
});

const TALK = modelRequest({
  system: [
    { tier: 1, text: "Be kind.", cached: true },
    { tier: 2, text: "Be brief.", cached: true },
  ],
  tools: [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "See" },
        { type: "image", mediaType: "image/png", base64: "AA==" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", text: "Hm.", model: "other", signature: "rs_1", sealed: "x" },
        { type: "text", text: "I look." },
        { type: "tool-call", callId: "call_1", name: "look", args: {} },
      ],
    },
    { role: "tool", content: [{ type: "tool-result", callId: "call_1", name: "look", text: "", isError: true }] },
    userText("And?"),
  ],
  tail: "It is noon.",
  maxOutputTokens: 100,
  temperature: 0.5,
  cacheKey: "ses_1",
});

describe("what is sent", () => {
  test("Responses: nothing is kept by the vendor, and what the platform adds is the developer's word", async () => {
    const model = { provider: "openai", model: "gpt-6.2-sol" };
    expect(await sentBy(openai, { ...TALK, model, cachedMessages: [2, 3] })).toEqual({
      model: "gpt-6.2-sol",
      stream: true,
      store: false,
      max_output_tokens: 100,
      prompt_cache_key: "ses_1",
      prompt_cache_options: { mode: "explicit", ttl: "30m" },
      include: ["reasoning.encrypted_content"],
      tools: [
        {
          type: "function",
          name: "look",
          description: "Looks.",
          parameters: { type: "object", properties: {} },
          strict: false,
        },
      ],
      input: [
        { role: "developer", content: [{ type: "input_text", text: "Be kind." }, marked("Be brief.")] },
        {
          role: "user",
          content: [
            { type: "input_text", text: "See" },
            {
              type: "input_image",
              image_url: "data:image/png;base64,AA==",
              detail: "auto",
              prompt_cache_breakpoint: { mode: "explicit" },
            },
          ],
        },
        { role: "assistant", content: "I look." },
        { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" },
        {
          type: "function_call_output",
          call_id: "call_1",
          output: [marked("Error: the tool failed and gave no reason.")],
        },
        { role: "user", content: [marked("And?")] },
        { role: "developer", content: [{ type: "input_text", text: "It is noon." }] },
      ],
    });
  });

  test("Responses: a model before GPT-5.6, or an unknown one, gets instructions and no breakpoint", async () => {
    const model = { provider: "openai", model: "gpt-5.5" };
    const sent = await sentBy(openai, { ...TALK, model, cachedMessages: [2, 3] });
    expect(sent).toMatchObject({ instructions: "Be kind.\n\nBe brief.", prompt_cache_key: "ses_1" });
    expect(sent).toMatchObject({ input: { 3: { output: "Error: the tool failed and gave no reason." } } });
    expect(JSON.stringify(sent)).not.toMatch(/prompt_cache_(?:options|breakpoint)/);
  });

  test.each(OPENAI_MODELS.map(({ id }) => id))("Responses: %s is told what to cache", async (id) => {
    const request = { ...TALK, model: { provider: "openai", model: id } };
    const [here, there] = [[3], [0]].map((cachedMessages) => sentBy(openai, { ...request, cachedMessages }));
    const [late, early] = [JSON.stringify(await here), JSON.stringify(await there)];
    expect(late).toContain('"prompt_cache_options":{"mode":"explicit","ttl":"30m"}');
    expect(late).not.toBe(early);
    // A mark that moves changes no byte beside itself.
    const bare = (json: string) => json.replaceAll(',"prompt_cache_breakpoint":{"mode":"explicit"}', "");
    expect(bare(late)).toBe(bare(early));
    const unmarked = modelRequest({ model: request.model, system: [{ tier: 1, text: "Be kind.", cached: false }] });
    // Nothing marked is nothing cached, as with the other vendor: no write is paid for a call that is made once.
    expect(JSON.stringify(await sentBy(openai, unmarked))).toContain('"mode":"explicit"');
  });

  test("Chat Completions: only what every compatible server takes", async () => {
    expect(
      await sentBy(openaiCompatible, { ...TALK, model: { provider: "openai-compatible", model: "llama" } }),
    ).toEqual({
      model: "llama",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
      tools: [
        {
          type: "function",
          function: { name: "look", description: "Looks.", parameters: { type: "object", properties: {} } },
        },
      ],
      messages: [
        { role: "system", content: "Be kind.\n\nBe brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "See" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          ],
        },
        {
          role: "assistant",
          content: "I look.",
          tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "call_1", content: "Error: the tool failed and gave no reason." },
        { role: "user", content: "And?\n\nIt is noon." },
      ],
    });
  });
});

describe("what compatible servers do", () => {
  test("calls without ids, without an index, with arguments as an object, and a plain stop", async () => {
    const reply = await chatReply(
      chatDelta({ tool_calls: [{ function: { name: "look", arguments: { path: "a" } } }] }),
      chatDelta({ tool_calls: [{ function: { name: "look", arguments: "{}" } }] }),
      ...chatEnd("stop"),
    );
    expect(reply.stopReason).toBe("tool-use");
    expect(reply.message.content).toEqual([
      { type: "tool-call", callId: "chatcmpl_1_0", name: "look", args: { path: "a" } },
      { type: "tool-call", callId: "chatcmpl_1_1", name: "look", args: {} },
    ]);
  });

  test("an id that is given twice is given once", async () => {
    const call = (index: number) => ({ index, id: "call", function: { name: "look", arguments: "{}" } });
    const reply = await chatReply(chatDelta({ tool_calls: [call(0), call(1)] }), ...chatEnd("tool_calls"));
    const ids = reply.message.content.map((block) => (block.type === "tool-call" ? block.callId : ""));
    expect(ids).toEqual(["call", "chatcmpl_1_1"]);
  });

  test.each(["reasoning_content", "reasoning"])("reasoning in %s is shown and kept apart", async (field) => {
    const reply = await chatReply(chatDelta({ [field]: "Hm." }), chatDelta({ content: "Yes." }), ...chatEnd("stop"));
    expect(reply.shown).toBe("Yes.");
    expect(reply.message.content).toMatchObject([
      { type: "thinking", text: "Hm." },
      { type: "text", text: "Yes." },
    ]);
  });

  test("usage that is missing is estimated, and a finish reason ends a reply without [DONE]", async () => {
    const reply = await chatReply(chatDelta({ content: "seven!!" }), chatDelta({}, "length"));
    expect(reply).toMatchObject({ stopReason: "max-tokens", usage: { outputTokens: 2 } });
    expect(reply.usage.inputTokens).toBeGreaterThan(0);
    expect(await chatReply(chatChunk({ usage: {} }), chatDelta({}, "stop"), CHAT_DONE)).toMatchObject({
      stopReason: "end",
    });
  });

  test("comments that keep a connection open are signs of life, and lines may end in any way", async () => {
    const reply = await chatReply(
      ": ping\n\n",
      ...chatEnd("stop").map((text) => text.replaceAll("\n", "\r\n")),
      "\r\n",
    );
    expect(reply.stopReason).toBe("end");
  });
});

test("a gateway that sends a whole call at once is understood", async () => {
  const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: "" };
  const done = itemDone(0, { ...item, arguments: '{"path":"a"}' });
  await using vendor = await startVendorServer({ chunks: [responseBegun(), itemAdded(0, item), done, responseEnd()] });
  const events = await collect(openai.create(providerDeps()), { baseUrl: vendor.url });
  expect(endingOf(events)).toMatchObject({ reply: { message: { content: [{ name: "look", args: { path: "a" } }] } } });
});

test.each([
  ["max_output_tokens", "max-tokens"],
  ["content_filter", "refusal"],
  ["steered", "paused"],
  ["something_new", "max-tokens"],
])("incomplete because of %s is %s", async (reason, stopReason) => {
  const message = { type: "message", id: "msg_1", role: "assistant" };
  const chunks = [responseBegun(), itemAdded(0, message), outputText(0, "a"), responseEnd(reason)];
  await using vendor = await startVendorServer({ chunks });
  const events = await collect(openai.create(providerDeps()), { baseUrl: vendor.url });
  expect(endingOf(events)).toMatchObject({ type: "end", reply: { stopReason } });
});

describe("failures", () => {
  fact("M154", "the wording of an OpenAI error never decides", () => {
    for (const message of ["rate limit reached", "processed 403 files", "maximum context length is 8192"]) {
      const failure = classifyError(OPENAI_ERRORS, { status: 500, headers: undefined, error: { message } }, CONTEXT);
      expect(failure).toMatchObject({ kind: "server", isRetryable: true });
    }
    const cut = new TypeError("terminated", { cause: Object.assign(new Error("401"), { code: "UND_ERR_SOCKET" }) });
    expect(classifyThrown(OPENAI_ERRORS, cut, CONTEXT)).toMatchObject({ kind: "network", code: "UND_ERR_SOCKET" });
  });

  test.each([
    [429, { code: "insufficient_quota" }, "billing"],
    [429, { type: "insufficient_quota" }, "billing"],
    [429, { code: "rate_limit_exceeded" }, "rate-limit"],
    [400, { code: "context_length_exceeded" }, "context-exceeded"],
    [400, { code: 400, type: "exceed_context_size_error" }, "context-exceeded"],
    [401, { code: "account_deactivated" }, "permission"],
    [503, {}, "overloaded"],
    [undefined, { code: "slow_down" }, "overloaded"],
    [undefined, { code: "server_error" }, "server"],
  ] as const)("%s %o is %s", (status, error, kind) => {
    expect(classifyError(OPENAI_ERRORS, { status, headers: undefined, error }, CONTEXT).kind).toBe(kind);
  });

  test("a bare text is an error too, and a key that it quotes is cut out", () => {
    const failure = classifyError(
      OPENAI_ERRORS,
      { status: 404, headers: undefined, error: "no model for sk-secret" },
      CONTEXT,
    );
    expect(failure).toMatchObject({ kind: "not-found", message: "no model for [key]" });
  });

  test("a refused call is charged nothing", async () => {
    await using vendor = await startVendorServer(errorAnswer(401));
    const refused = endingOf(await collect(openai.create(providerDeps()), { baseUrl: vendor.url }));
    expect(refused).toMatchObject({ type: "failed", usage: { inputTokens: 0, outputTokens: 0 } });
  });
});
