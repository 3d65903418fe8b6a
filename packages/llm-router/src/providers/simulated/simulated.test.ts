import { describe, expect, test } from "vitest";
import { type Message, type ModelReply, type ModelRequest, promptTokens, userText } from "@cadre/domain";
import { createProviderSimulator, type Policy, type ProviderSimulator } from "@cadre/simulator";
import { CATALOGUE } from "../../catalogue/catalogue.ts";
import { collect, endingOf, modelRequest, NOON, providerDeps, textIn } from "../../model-call.fixture.ts";
import { simulated } from "./simulated.ts";

const PROVIDER = simulated.create(providerDeps());
const MODEL = { provider: "simulated", model: "simulated-worker-1" };
const TOOL = {
  name: "file_read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};
const PROSE = "You work carefully and say what you did. ".repeat(200);

/** Reads files until it has seen three results, then says so; thinks and talks before each call. */
const reader: Policy = (request) => {
  const results = request.turns.filter((turn) => turn.role === "result").length;
  if (results >= 3) return { blocks: [{ type: "text", text: "I read three files." }] };
  return {
    blocks: [
      { type: "thinking", text: `File ${results} is next.` },
      { type: "text", text: `I read file ${results}.` },
      { type: "call", name: "file_read", input: { path: `${results}.txt` } },
    ],
  };
};

type Running = { readonly simulator: ProviderSimulator; readonly url: string; [Symbol.asyncDispose](): Promise<void> };

async function run(policy: Policy): Promise<Running> {
  const simulator = createProviderSimulator({ now: () => NOON, pace: 0, policy });
  const url = await simulator.listen();
  return { simulator, url, [Symbol.asyncDispose]: () => simulator.close() };
}

async function replyTo(baseUrl: string, request: ModelRequest): Promise<ModelReply> {
  const ending = endingOf(await collect(PROVIDER, { baseUrl, request }));
  if (ending.type === "failed") throw new Error(`${ending.failure.kind}: ${ending.failure.message}`);
  return ending.reply;
}

/** Plays a task to its end as the engine does: each step's reply and results are appended, the tail never is. */
async function playTask(baseUrl: string, model: ModelRequest["model"]): Promise<ModelReply[]> {
  const messages: Message[] = [userText(`Read three files. ${PROSE}`)];
  const replies: ModelReply[] = [];
  for (let step = 0; step < 5; step += 1) {
    const reply = await replyTo(baseUrl, {
      ...modelRequest({ model, messages: [...messages], tools: [TOOL], toolsCached: true }),
      system: [
        { tier: 1, text: PROSE, cached: true },
        { tier: 2, text: "You are at home.", cached: true },
      ],
      cachedMessages: [messages.length - 1],
      tail: `Step ${step}. It is noon.`,
      temperature: 0.3,
    });
    replies.push(reply);
    messages.push(reply.message);
    const calls = reply.message.content.filter((block) => block.type === "tool-call");
    if (calls.length === 0) return replies;
    const content = calls.map(({ callId, name }) => ({
      type: "tool-result" as const,
      callId,
      name,
      text: step === 1 ? "" : `Contents of step ${step}. ${"word ".repeat(40)}`,
      isError: step === 1,
    }));
    messages.push({ role: "tool", content });
  }
  throw new Error("The task did not end.");
}

describe.each(["simulated-worker-1", "claude-opus-5-5", "claude-haiku-4-5"])("a task with %s", (model) => {
  test("is accepted step by step by the strict API, and its prefix is read from the cache", async () => {
    await using running = await run(reader);
    const replies = await playTask(running.url, { ...MODEL, model });
    expect(replies.map((reply) => reply.stopReason)).toEqual(["tool-use", "tool-use", "tool-use", "end"]);
    expect(replies.every((reply) => reply.isSimulated && reply.requestId !== undefined)).toBe(true);
    const [first, ...later] = replies.map((reply) => reply.usage);
    if (first === undefined) throw new Error("No reply.");
    expect(first.cacheReadTokens).toBe(0);
    for (const usage of later) expect(usage.cacheReadTokens / promptTokens(usage)).toBeGreaterThan(0.9);
  });
});

test("the stand-in answers who has no key", async () => {
  await using running = await run(reader);
  const request = modelRequest({ model: MODEL, tools: [TOOL] });
  const ending = endingOf(await collect(PROVIDER, { apiKey: "", baseUrl: running.url, request }));
  expect(ending).not.toHaveProperty("failure");
});

test("a model that hides its progress still shows it, as reasoning that goes back unchanged", async () => {
  await using running = await run(reader);
  const request = modelRequest({ model: { ...MODEL, model: "claude-opus-5-5" }, tools: [TOOL] });
  // The catalogue's rows belong to the vendor: the same model under the simulator's name is unknown to it.
  const catalogued = modelRequest({ ...request, model: { provider: "anthropic", model: "claude-opus-5-5" } });
  const events = await collect(PROVIDER, { baseUrl: running.url, request: catalogued });
  const thoughts = events.map((event) => (event.type === "thinking-delta" ? event.text : "")).join("|");
  expect(thoughts).toContain("I read file 0.");
  expect(textIn(events)).toBe("");
  expect(textIn(await collect(PROVIDER, { baseUrl: running.url, request }))).toBe("");
});

describe("the simulator's faults come through as failures", () => {
  test.each([
    [
      { kind: "status", status: 429, retryAfterSeconds: 75 },
      { kind: "rate-limit", retryAfterMs: 75_000 },
    ],
    [{ kind: "status", status: 429, errorCode: "enforced_spend_limit_reached" }, { kind: "spend-limit" }],
    [
      { kind: "status", status: 529 },
      { kind: "overloaded", isRetryable: true },
    ],
    [{ kind: "reset" }, { kind: "network" }],
    [{ kind: "cut", afterEvents: 4 }, { kind: "network" }],
    [
      { kind: "stream-error", afterEvents: 4 },
      { kind: "overloaded", status: undefined },
    ],
  ] as const)("%o", async (fault, failure) => {
    await using running = await run(reader);
    running.simulator.faults.plan(fault);
    const ending = endingOf(await collect(PROVIDER, { baseUrl: running.url, request: modelRequest({ model: MODEL }) }));
    expect(ending).toMatchObject({ type: "failed", failure });
  });

  test.each([
    [{ kind: "refusal" }, "refusal"],
    [{ kind: "max-tokens", tokens: 2 }, "max-tokens"],
    [{ kind: "context-exceeded", as: "stop" }, "context-exceeded"],
    [{ kind: "one-byte-chunks" }, "tool-use"],
  ] as const)("%o is a stop reason", async (fault, stopReason) => {
    await using running = await run(reader);
    running.simulator.faults.plan(fault);
    const reply = await replyTo(running.url, modelRequest({ model: MODEL, tools: [TOOL] }));
    expect(reply.stopReason).toBe(stopReason);
  });

  test("truncated arguments reach the model as an error, and the next step is accepted", async () => {
    await using running = await run(reader);
    running.simulator.faults.plan({ kind: "truncated-tool-json" });
    const request = modelRequest({ model: MODEL, tools: [TOOL] });
    const { message } = await replyTo(running.url, request);
    const call = message.content.find((block) => block.type === "tool-call");
    if (call === undefined) throw new Error("No call.");
    expect(call).toMatchObject({ args: {}, argsError: expect.any(String) });
    const result = { type: "tool-result" as const, callId: call.callId, name: call.name, text: "?", isError: true };
    const next = { ...request, messages: [...request.messages, message, { role: "tool" as const, content: [result] }] };
    expect((await replyTo(running.url, next)).stopReason).toBe("tool-use");
  });

  test("a prompt longer than the window is context-exceeded", async () => {
    await using running = await run(reader);
    const request = modelRequest({ model: MODEL, messages: [userText("word ".repeat(160_000))] });
    const ending = endingOf(await collect(PROVIDER, { baseUrl: running.url, request }));
    expect(ending).toMatchObject({ failure: { kind: "context-exceeded", status: 400 } });
  });
});

test("counting a prompt gives what a call reports", async () => {
  await using running = await run(reader);
  const request = modelRequest({ model: MODEL, tools: [TOOL], messages: [userText(PROSE)] });
  const options = { signal: new AbortController().signal, credentials: { apiKey: "k", baseUrl: running.url } };
  const count = await PROVIDER.countTokens?.(request, options);
  const reply = await replyTo(running.url, request);
  expect(count).toEqual({ kind: "counted", tokens: promptTokens(reply.usage) });
  running.simulator.faults.plan({ kind: "status", status: 403 });
  expect(await PROVIDER.countTokens?.(request, options)).toMatchObject({ failure: { kind: "permission" } });
});

test("the catalogue knows every model the simulator lists, with the same sizes", async () => {
  await using running = await run(reader);
  const options = { signal: new AbortController().signal, credentials: { apiKey: "k", baseUrl: running.url } };
  const list = await PROVIDER.listModels?.(options);
  if (list?.kind !== "listed") throw new Error("Not listed.");
  expect(list.models.length).toBeGreaterThan(1);
  for (const model of list.models) {
    const provider = model.id.startsWith("simulated") ? "simulated" : "anthropic";
    expect(CATALOGUE.find({ provider, model: model.id })).toMatchObject({
      contextWindowTokens: model.maxInputTokens,
      maxOutputTokens: model.maxOutputTokens,
    });
  }
});
