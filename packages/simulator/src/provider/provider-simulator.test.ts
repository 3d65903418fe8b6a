import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createProviderSimulator, type ProviderSimulator } from "./provider-simulator.ts";

const ASK = { max_tokens: 500, messages: [{ role: "user" as const, content: "Design a new logo" }] };
const TOOL = {
  name: "file_write",
  description: "Writes a file.",
  input_schema: { type: "object" as const, properties: { path: { type: "string" } } },
};

let simulator: ProviderSimulator;
let client: Anthropic;
let url: string;

beforeAll(async () => {
  simulator = createProviderSimulator({
    now: () => new Date("2026-11-29T12:00:00Z"),
    pace: 0,
    policy: ({ tools }) => ({
      blocks:
        tools.length === 0
          ? [
              {
                type: "text",
                text: "Zwölf Boxkämpfer 🥊 jagen Viktor quer über den großen Sylter Deich. END and more.",
              },
            ]
          : [
              { type: "text", text: "I write the file." },
              { type: "call", name: "file_write", input: { path: "out/ä.txt", content: "🥊 ".repeat(30) } },
            ],
    }),
  });
  url = await simulator.listen();
  client = new Anthropic({ apiKey: "sim", baseURL: url, maxRetries: 0 });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.faults.clear());

async function failureOf(call: () => PromiseLike<unknown>): Promise<InstanceType<typeof Anthropic.APIError>> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Anthropic.APIError) return error;
    throw error;
  }
  throw new Error("The call did not fail.");
}

const ask = (more: object = {}) => client.messages.create({ model: "simulated-worker-1", ...ASK, ...more });
const stream = (more: object = {}) => client.messages.stream({ model: "simulated-worker-1", ...ASK, ...more });

test("a reply says that it is simulated and carries a request id and rate limits", async () => {
  const { data, response, request_id } = await ask().withResponse();
  expect(request_id).toMatch(/^req_sim_/);
  expect(response.headers.get("x-simulated")).toBe("true");
  expect(response.headers.get("anthropic-ratelimit-input-tokens-remaining")).toBe("399999");
  expect(data).toMatchObject({ type: "message", role: "assistant", stop_reason: "end_turn", container: null });
  expect(data.usage.output_tokens).toBeGreaterThan(5);
});

test("a stream is the same reply in the vendor's order, with pings", async () => {
  const events: string[] = [];
  const streamed = stream({ tools: [TOOL] });
  streamed.on("streamEvent", (event) => {
    if (events.at(-1) !== event.type) events.push(event.type);
  });
  const final = await streamed.finalMessage();
  expect(events).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  const whole = await ask({ tools: [TOOL] });
  expect(final.content.map((block) => ({ ...block, id: "" }))).toEqual(
    whole.content.map((block) => ({ ...block, id: "" })),
  );
  expect(final.stop_reason).toBe("tool_use");
  expect(final.usage.output_tokens).toBe(whole.usage.output_tokens);
  const raw = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "simulated-worker-1", stream: true, tools: [TOOL], ...ASK }),
  });
  expect((await raw.text()).match(/event: ping/g)).toHaveLength(2);
});

test("max_tokens cuts the reply, a stop sequence ends it", async () => {
  const short = await ask({ max_tokens: 5 });
  expect(short).toMatchObject({ stop_reason: "max_tokens", usage: { output_tokens: 5 } });
  const stopped = await ask({ stop_sequences: ["END"] });
  expect(stopped).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: "END" });
  expect(stopped.content[0]).toMatchObject({ text: expect.not.stringContaining("END") });
  const cutCall = await stream({ max_tokens: 20, tools: [TOOL] }).finalMessage();
  expect(cutCall).toMatchObject({ stop_reason: "max_tokens", usage: { output_tokens: 20 } });
});

test("the strictest models hide progress text in thinking blocks, which are bound to their model", async () => {
  const hidden = await ask({ model: "claude-opus-5-5", tools: [TOOL] });
  expect(hidden.content[0]).toMatchObject({ type: "thinking", thinking: "" });
  const shown = await ask({
    model: "claude-opus-5-5",
    tools: [TOOL],
    thinking: { type: "adaptive", display: "summarized" },
  });
  expect(shown.content[0]).toMatchObject({ type: "thinking", thinking: "I write the file." });
  const call = shown.content.find((block) => block.type === "tool_use");
  const messages = [
    ...ASK.messages,
    { role: "assistant", content: shown.content },
    { role: "user", content: [{ type: "tool_result", tool_use_id: call?.id, content: "ok" }] },
  ];
  expect((await ask({ model: "claude-opus-5-5", tools: [TOOL], messages })).type).toBe("message");
  const other = await failureOf(() => ask({ model: "claude-fable-5-1", tools: [TOOL], messages }));
  expect(other.message).toContain("signature");
});

test("count_tokens counts what a call would be billed for, by the same rules", async () => {
  const asked = { model: "claude-sonnet-5-5", messages: ASK.messages, tools: [TOOL] };
  const { input_tokens } = await client.messages.countTokens(asked);
  const { usage } = await ask(asked);
  expect(input_tokens).toBe(usage.input_tokens);
  const plain = await client.messages.countTokens({ ...asked, model: "simulated-worker-1" });
  expect(input_tokens / plain.input_tokens).toBeCloseTo(1.3, 1);
  const wrong = await failureOf(() => client.messages.countTokens({ model: "claude-sonnet-5-5", messages: [] }));
  expect(wrong.status).toBe(400);
});

test("models are listed in pages and found by exact id", async () => {
  const ids: string[] = [];
  for await (const model of client.models.list({ limit: 4 })) ids.push(model.id);
  expect(ids).toHaveLength(9);
  expect(ids[0]).toBe("simulated-worker-1");
  const one = await client.models.retrieve("claude-opus-5-5");
  expect(one).toMatchObject({
    max_input_tokens: 1_000_000,
    capabilities: { thinking: { types: { disabled: { supported: false } } } },
  });
  expect((await failureOf(() => client.models.retrieve("claude-opus"))).status).toBe(404);
});

test("planned statuses reach the SDK as its own errors", async () => {
  simulator.faults.plan({ kind: "status", status: 529 });
  const overloaded = await failureOf(ask);
  expect(overloaded).toBeInstanceOf(Anthropic.OverloadedError);
  expect(overloaded).toMatchObject({ type: "overloaded_error", requestID: expect.stringMatching(/^req_sim_/) });
  simulator.faults.plan({
    kind: "status",
    status: 429,
    retryAfterSeconds: 3,
    errorCode: "enforced_spend_limit_reached",
  });
  const limited = await failureOf(ask);
  expect(limited).toMatchObject({ status: 429, errorCode: "enforced_spend_limit_reached" });
  expect(limited.headers?.get("retry-after")).toBe("3");
  for (const status of [400, 401, 402, 403, 404, 413, 500, 504]) {
    simulator.faults.plan({ kind: "status", status });
    expect((await failureOf(ask)).status).toBe(status);
  }
});

test("the SDK's own retries get through two planned failures; skip, path and model choose the request", async () => {
  const retrying = new Anthropic({ apiKey: "sim", baseURL: url, maxRetries: 3 });
  simulator.faults.plan({ kind: "status", status: 500, times: 2, model: "claude-haiku-4-5" });
  expect((await ask()).stop_reason).toBe("end_turn");
  const reply = await retrying.messages.create({ ...ASK, model: "claude-haiku-4-5" });
  expect(reply.stop_reason).toBe("end_turn");
  simulator.faults.plan({ kind: "status", status: 500, skip: 1, path: "/v1/messages" });
  await client.models.list();
  await ask();
  expect((await failureOf(ask)).status).toBe(500);
  expect(simulator.faults.pending()).toEqual([]);
});

test("a cut socket, a reset, an error event and a hang each surface as what they are", async () => {
  simulator.faults.plan({ kind: "cut", afterEvents: 4 });
  expect(await failureOf(() => stream().finalMessage())).toBeInstanceOf(Anthropic.APIConnectionError);
  simulator.faults.plan({ kind: "reset" });
  expect(await failureOf(ask)).toBeInstanceOf(Anthropic.APIConnectionError);
  simulator.faults.plan({ kind: "stream-error", afterEvents: 4 });
  expect(await failureOf(() => stream().finalMessage())).toMatchObject({ type: "overloaded_error", status: undefined });
  simulator.faults.plan({ kind: "hang" });
  const hung = await failureOf(() => client.messages.create({ ...ASK, model: "simulated-worker-1" }, { timeout: 300 }));
  expect(hung).toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
});

test("a refusal, a full context and a half tool input look like the vendor's", async () => {
  simulator.faults.plan({ kind: "refusal", category: "cyber" });
  expect(await ask()).toMatchObject({ stop_reason: "refusal", content: [], stop_details: { category: "cyber" } });
  simulator.faults.plan({ kind: "context-exceeded" });
  expect((await failureOf(ask)).message).toContain("prompt is too long: 200001 tokens > 200000 maximum");
  simulator.faults.plan({ kind: "context-exceeded", as: "stop" });
  expect((await ask()).stop_reason).toBe("model_context_window_exceeded");
  simulator.faults.plan({ kind: "max-tokens" });
  expect((await stream().finalMessage()).stop_reason).toBe("max_tokens");
  simulator.faults.plan({ kind: "truncated-tool-json" });
  const pieces: string[] = [];
  const streamed = stream({ tools: [TOOL] });
  streamed.on("inputJson", (piece) => pieces.push(piece));
  await streamed.finalMessage().catch(() => undefined);
  expect(() => JSON.parse(pieces.join(""))).toThrow();
});

test("one byte at a time, characters of several bytes arrive whole", async () => {
  simulator.faults.plan({ kind: "one-byte-chunks" });
  const final = await stream({ tools: [TOOL] }).finalMessage();
  expect(final.content[1]).toMatchObject({ input: { path: "out/ä.txt", content: "🥊 ".repeat(30) } });
});

test("other processes plan faults and read the log over HTTP; a bad fault names its field", async () => {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${url}/control/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect((await control("POST", "faults", [{ kind: "status", status: 504, times: 2 }])).status).toBe(200);
  expect((await failureOf(ask)).status).toBe(504);
  expect(await (await control("GET", "faults")).json()).toMatchObject({ faults: [{ status: 504, times: 1 }] });
  await control("DELETE", "faults");
  expect(await (await control("GET", "faults")).json()).toEqual({ faults: [] });
  const refused = await control("POST", "faults", { kind: "delay", milliseconds: 5 });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining("milliseconds") } });
  const log = await (await control("GET", "requests")).json();
  expect(log).toMatchObject({ total: simulator.requests.total });
  expect(simulator.requests.all().at(-1)).toMatchObject({
    path: "/v1/messages",
    model: "simulated-worker-1",
    status: 504,
  });
});

test("a key and the version header are demanded, unknown paths are not found", async () => {
  const post = (headers: Record<string, string>, path = "/v1/messages") =>
    fetch(url + path, { method: "POST", headers, body: JSON.stringify({ model: "simulated-worker-1", ...ASK }) });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: "Bearer k" })).status).toBe(400);
  expect((await post({ "x-api-key": "k", "anthropic-version": "2023-06-01" }, "/v1/complete")).status).toBe(404);
  const broken = await fetch(`${url}/v1/messages`, { method: "POST", headers: { "x-api-key": "k" }, body: "{" });
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
});

test("a taken port is explained", async () => {
  const second = createProviderSimulator({ now: () => new Date(0), pace: 0 });
  await expect(second.listen(Number(new URL(url).port))).rejects.toMatchObject({ code: "simulator.cannot-listen" });
});
