import OpenAI from "openai";
import type { Responses } from "openai/resources/responses/responses";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createProviderSimulator, type ProviderSimulator } from "../provider/provider-simulator.ts";

const WORKER = "simulated-worker-1";
const PARAMETERS = { type: "object", properties: { path: { type: "string" } } };
const FUNCTION = {
  type: "function" as const,
  name: "file_write",
  description: "Writes.",
  parameters: PARAMETERS,
  strict: false,
};
const CHAT_TOOL = { type: "function" as const, function: { name: "file_write", parameters: PARAMETERS } };
const PROSE = "You work carefully and say what you did. ".repeat(200);
let clockMs = Date.parse("2026-11-29T12:00:00Z");
let simulator: ProviderSimulator;
let client: OpenAI;
let url: string;

beforeAll(async () => {
  simulator = createProviderSimulator({
    now: () => new Date(clockMs),
    pace: 0,
    policy: ({ tools }) => ({
      blocks: [
        { type: "thinking", text: "A file is next." },
        { type: "text", text: "Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich." },
        ...(tools.length > 0 ? [{ type: "call" as const, name: "file_write", input: { path: "out/ä.txt" } }] : []),
      ],
    }),
  });
  url = await simulator.listen();
  client = new OpenAI({ apiKey: "sim", baseURL: `${url}/v1`, maxRetries: 0 });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.faults.clear());

const respond = (more: Partial<Responses.ResponseCreateParamsNonStreaming> = {}) =>
  client.responses.create({ model: "gpt-6.2-sol", input: "Hello", store: false, ...more });
const complete = (more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) =>
  client.chat.completions.create({ model: WORKER, messages: [{ role: "user", content: "Hello" }], ...more });

async function failureOf(call: () => PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  try {
    await call();
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error;
    throw error;
  }
  throw new Error("The call did not fail.");
}

describe("Responses", () => {
  test("a stream is the same response in the vendor's order, numbered, read by the vendor's own client", async () => {
    const ask = { tools: [FUNCTION], include: ["reasoning.encrypted_content" as const] };
    const whole = await respond(ask);
    const streamed = client.responses.stream({ model: "gpt-6.2-sol", input: "Hello", store: false, ...ask });
    const types: string[] = [];
    const numbers: number[] = [];
    for await (const event of streamed) {
      if (types.at(-1) !== event.type) types.push(event.type);
      numbers.push(event.sequence_number);
    }
    const final = await streamed.finalResponse();
    expect(types.slice(0, 3)).toEqual(["response.created", "response.in_progress", "response.output_item.added"]);
    expect(types.slice(-3)).toEqual([
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(numbers).toEqual(numbers.map((_number, at) => at));
    expect(final.output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call"]);
    expect(final.output[1]).toMatchObject({ content: [{ text: expect.stringContaining("🥊") }] });
    expect(final.usage).toMatchObject({ output_tokens: whole.usage?.output_tokens });
    expect(final.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
    const { response } = await respond(ask).withResponse();
    expect(response.headers.get("x-simulated")).toBe("true");
    expect(response.headers.get("x-request-id")).toMatch(/^req_sim_/);
  });

  test("a cut reply is incomplete, a refusal is said", async () => {
    expect(await respond({ max_output_tokens: 16 })).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      usage: { output_tokens: 16 },
    });
    simulator.faults.plan({ kind: "refusal" });
    expect((await respond()).output[0]).toMatchObject({ content: [{ type: "refusal" }] });
  });

  test.each<readonly [string, object, object]>([
    ["an unknown model", { model: "gpt-9" }, { status: 404, code: "model_not_found" }],
    ["an unknown parameter", { max_tokens: 5 }, { status: 400, code: "unknown_parameter", param: "max_tokens" }],
    ["too few tokens", { max_output_tokens: 1 }, { status: 400, code: "integer_below_min_value" }],
    ["sampling on a model that thinks", { temperature: 0.3 }, { status: 400, code: "unsupported_parameter" }],
    ["a call without an output", { input: [callItem()] }, { status: 400, param: "input" }],
    [
      "an output without a call",
      { input: [{ type: "function_call_output", call_id: "x", output: "" }] },
      { status: 400 },
    ],
    ["words before the output", { input: [callItem(), { role: "user", content: "?" }, outputItem()] }, { status: 400 }],
    ["broken arguments", { input: [{ ...callItem(), arguments: "{" }, outputItem()] }, { status: 400 }],
    ["reasoning that nobody kept", { input: [reasoningItem(null), { role: "user", content: "?" }] }, { status: 404 }],
    [
      "a forged seal",
      { input: [reasoningItem("x"), { role: "user", content: "?" }] },
      { code: "invalid_encrypted_content" },
    ],
    [
      "sealed reasoning of a model that does not think",
      { model: WORKER, include: ["reasoning.encrypted_content"] },
      { param: "include" },
    ],
    [
      "a schema that is no object",
      { tools: [{ ...FUNCTION, parameters: { type: "string" } }] },
      { code: "invalid_function_parameters" },
    ],
    ["nothing to answer", { input: [] }, { status: 400, param: "input" }],
  ])("%s is refused", async (_what, more, failure) => {
    expect(await failureOf(() => respond(more))).toMatchObject(failure);
  });
});

function callItem() {
  return { type: "function_call" as const, call_id: "call_1", name: "file_write", arguments: "{}" };
}

function outputItem() {
  return { type: "function_call_output" as const, call_id: "call_1", output: "ok" };
}

function reasoningItem(encrypted_content: string | null) {
  return { type: "reasoning" as const, id: "rs_1", summary: [], encrypted_content };
}

describe("Chat Completions", () => {
  test("a stream is the same completion in pieces, with usage only when it is asked for", async () => {
    const ask = { model: WORKER, messages: [{ role: "user" as const, content: "Hello" }], tools: [CHAT_TOOL] };
    const whole = await complete(ask);
    expect(whole.choices[0]).toMatchObject({ finish_reason: "tool_calls" });
    const streamed = client.chat.completions.stream({ ...ask, stream_options: { include_usage: true } });
    const final = await streamed.finalChatCompletion();
    expect(final.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    expect(final.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: "file_write", arguments: JSON.stringify({ path: "out/ä.txt" }) },
    });
    expect(final.usage).toEqual(whole.usage);
    const silent = await client.chat.completions.stream(ask).finalChatCompletion();
    expect(silent.usage).toBeUndefined();
    const raw = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: "Bearer k" },
      body: JSON.stringify({ ...ask, stream: true }),
    });
    expect((await raw.text()).endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test.each<readonly [string, object, object]>([
    ["no message", { messages: [] }, { status: 400, param: "messages" }],
    ["usage without a stream", { stream_options: { include_usage: true } }, { status: 400, param: "stream_options" }],
    ["a call that nobody answered", { messages: [calling(), { role: "user", content: "?" }] }, { status: 400 }],
    ["an answer to nothing", { messages: [{ role: "tool", tool_call_id: "x", content: "" }] }, { status: 400 }],
    ["an empty assistant", { messages: [{ role: "assistant", content: null }] }, { status: 400 }],
    [
      "the old limit on a model that thinks",
      { model: "gpt-6-luna", max_tokens: 50 },
      { code: "unsupported_parameter" },
    ],
    ["functions on a model that thinks", { model: "gpt-6-luna", tools: [CHAT_TOOL] }, { param: "tools" }],
  ])("%s is refused", async (_what, more, failure) => {
    expect(await failureOf(() => complete(more))).toMatchObject(failure);
  });
});

function calling() {
  const tool_calls = [{ id: "call_1", type: "function" as const, function: { name: "file_write", arguments: "{}" } }];
  return { role: "assistant" as const, content: null, tool_calls };
}

describe("what both share", () => {
  test("a prefix is written once and read again, for one key of the cache, until it is forgotten", async () => {
    const turn = (question: string, prompt_cache_key: string) =>
      respond({ instructions: PROSE, input: [{ role: "user", content: question }], prompt_cache_key });
    const cachedOf = async (question: string, key: string): Promise<readonly (number | undefined)[]> => {
      const { usage } = await turn(question, key);
      return [usage?.input_tokens_details.cached_tokens, usage?.input_tokens_details.cache_write_tokens];
    };
    const [read, written] = await cachedOf("one", "a");
    expect([read, (written ?? 0) > 1_024]).toEqual([0, true]);
    const [again] = await cachedOf("two", "a");
    expect(again).toBeGreaterThan(1_024);
    expect((await cachedOf("two", "b"))[0]).toBe(0);
    clockMs += 31 * 60_000;
    expect((await cachedOf("two", "a"))[0]).toBe(0);
    const short = await respond({ input: "Hi", prompt_cache_key: "a" });
    expect(short.usage?.input_tokens_details).toMatchObject({ cached_tokens: 0, cache_write_tokens: 0 });
  });

  test("the list of models is in the vendor's shape, and one model is found by its exact id", async () => {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(expect.arrayContaining([WORKER, "gpt-6.2-sol"]));
    expect(await client.models.retrieve("gpt-6-luna")).toMatchObject({ object: "model", id: "gpt-6-luna" });
    expect(await failureOf(() => client.models.retrieve("gpt"))).toMatchObject({ status: 404 });
  });

  test("without a key nothing is answered", async () => {
    const response = await fetch(`${url}/v1/responses`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_api_key" } });
  });

  test.each(["responses", "chat"] as const)("faults come as %s words them", async (dialect) => {
    const call = () => (dialect === "responses" ? respond() : complete());
    simulator.faults.plan({ kind: "status", status: 429, retryAfterSeconds: 75, errorCode: "insufficient_quota" });
    const quota = await failureOf(call);
    expect(quota).toMatchObject({ status: 429, code: "insufficient_quota", type: "requests" });
    expect(quota.headers?.get("retry-after")).toBe("75");
    simulator.faults.plan({ kind: "status", status: 401 });
    expect(await failureOf(call)).toMatchObject({ status: 401, code: "invalid_api_key" });
    simulator.faults.plan({ kind: "context-exceeded" });
    expect(await failureOf(call)).toMatchObject({ status: 400, code: "context_length_exceeded" });
    simulator.faults.plan({ kind: "reset" });
    expect(await failureOf(call)).toBeInstanceOf(OpenAI.APIConnectionError);
    simulator.faults.plan({ kind: "stream-error", afterEvents: 2 });
    expect(await failureOf(call)).toMatchObject({ status: 529, code: "server_is_overloaded" });
  });
});
