import { describe, expect, test } from "vitest";
import { type Message, type ModelReply, type ModelRequest, promptTokens, userText } from "@cadre/domain";
import { createProviderSimulator, type Policy, type ProviderSimulator } from "@cadre/simulator";
import { CATALOGUE } from "../../catalogue/catalogue.ts";
import { collect, endingOf, modelRequest, NOON, providerDeps } from "../../model-call.fixture.ts";
import type { ProviderDefinition } from "../../provider.ts";
import { openai } from "./openai.ts";
import { openaiCompatible } from "../openai-compatible/openai-compatible.ts";

const TOOL = {
  name: "file_read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};
const PROSE = "You work carefully and say what you did. ".repeat(400);

/** Reads files until it has seen three results, then says so; thinks and talks before each call. */
const reader: Policy = (request) => {
  const results = request.turns.filter((turn) => turn.role === "result");
  if (results.length >= 3)
    return { blocks: [{ type: "text", text: `I read three files, ${failed(results)} failed.` }] };
  return {
    blocks: [
      { type: "thinking", text: `File ${results.length} is next.` },
      { type: "text", text: `I read file ${results.length}.` },
      { type: "call", name: "file_read", input: { path: `${results.length}.txt` } },
    ],
  };
};

function failed(results: readonly { readonly role: string; readonly isError?: boolean }[]): number {
  return results.filter((result) => result.isError === true).length;
}

type Running = { readonly simulator: ProviderSimulator; readonly url: string; [Symbol.asyncDispose](): Promise<void> };

async function run(policy: Policy): Promise<Running> {
  const simulator = createProviderSimulator({ now: () => NOON, pace: 0, policy });
  const url = `${await simulator.listen()}/v1`;
  return { simulator, url, [Symbol.asyncDispose]: () => simulator.close() };
}

type Case = { readonly definition: ProviderDefinition; readonly model: string; readonly thinks: boolean };
const CASES: readonly Case[] = [
  { definition: openai, model: "gpt-6.2-sol", thinks: true },
  { definition: openai, model: "simulated-worker-1", thinks: false },
  { definition: openaiCompatible, model: "simulated-worker-1", thinks: false },
];

async function replyTo(definition: ProviderDefinition, baseUrl: string, request: ModelRequest): Promise<ModelReply> {
  const ending = endingOf(await collect(definition.create(providerDeps()), { baseUrl, request }));
  if (ending.type === "failed") throw new Error(`${ending.failure.kind}: ${ending.failure.message}`);
  return ending.reply;
}

/** Plays a task to its end as the engine does: each step's reply and results are appended, the tail never is. */
async function playTask({ definition, model }: Case, baseUrl: string): Promise<ModelReply[]> {
  const messages: Message[] = [userText(`Read three files. ${PROSE}`)];
  const replies: ModelReply[] = [];
  for (let step = 0; step < 5; step += 1) {
    const reply = await replyTo(definition, baseUrl, {
      ...modelRequest({ model: { provider: definition.name, model }, messages: [...messages], tools: [TOOL] }),
      cachedMessages: [messages.length - 1],
      system: [{ tier: 1, text: PROSE, cached: true }],
      tail: `<situation>Step ${step}. It is noon.</situation>`,
      temperature: 0.3,
      cacheKey: "ses_1",
    });
    replies.push(reply);
    messages.push(reply.message);
    const calls = reply.message.content.filter((block) => block.type === "tool-call");
    if (calls.length === 0) return replies;
    const content = calls.map(({ callId, name }) => ({
      type: "tool-result" as const,
      callId,
      name,
      text: step === 1 ? "" : `Contents of step ${step}.`,
      isError: step === 1,
    }));
    messages.push({ role: "tool", content });
  }
  throw new Error("The task did not end.");
}

describe.each(CASES)("a task with $model through $definition.name", (played) => {
  test("is accepted step by step by the strict API, and its prefix is read from the cache", async () => {
    await using running = await run(reader);
    const replies = await playTask(played, running.url);
    expect(replies.map((reply) => reply.stopReason)).toEqual(["tool-use", "tool-use", "tool-use", "end"]);
    expect(replies.every((reply) => !reply.isSimulated && reply.requestId !== undefined)).toBe(true);
    expect(replies.at(-1)?.message.content).toEqual([{ type: "text", text: "I read three files, 1 failed." }]);
    const [first, second, ...later] = replies.map((reply) => reply.usage);
    expect(first?.cacheReadTokens).toBe(0);
    expect(second?.cacheReadTokens).toBeGreaterThan(1_024);
    for (const usage of later) expect(usage.cacheReadTokens / promptTokens(usage)).toBeGreaterThan(0.9);
    expect((first?.thinkingTokens ?? 0) > 0).toBe(played.thinks);
  });

  test("a limit is a stop reason, and counting is the provider's", async () => {
    await using running = await run(reader);
    running.simulator.faults.plan({ kind: "max-tokens", tokens: 2 });
    const model = { provider: played.definition.name, model: played.model };
    const reply = await replyTo(played.definition, running.url, modelRequest({ model, tools: [TOOL] }));
    expect(reply).toMatchObject({ stopReason: "max-tokens", usage: { outputTokens: 2 } });
    running.simulator.faults.plan({ kind: "refusal" });
    expect(await replyTo(played.definition, running.url, modelRequest({ model }))).toMatchObject({
      stopReason: "refusal",
    });
  });

  test.each([
    [{ kind: "status", status: 429, retryAfterSeconds: 75 } as const, { kind: "rate-limit", retryAfterMs: 75_000 }],
    [
      { kind: "status", status: 429, errorCode: "insufficient_quota" } as const,
      { kind: "billing", isRetryable: false },
    ],
    [{ kind: "status", status: 401 } as const, { kind: "auth", code: "invalid_api_key" }],
    [{ kind: "context-exceeded" } as const, { kind: "context-exceeded", code: "context_length_exceeded" }],
    [{ kind: "cut", afterEvents: 4 } as const, { kind: "network" }],
    [{ kind: "stream-error", afterEvents: 4 } as const, { kind: "overloaded", status: undefined }],
  ])("the fault %o comes through as a failure", async (fault, failure) => {
    await using running = await run(reader);
    running.simulator.faults.plan(fault);
    const model = { provider: played.definition.name, model: played.model };
    const events = await collect(played.definition.create(providerDeps()), {
      baseUrl: running.url,
      request: modelRequest({ model }),
    });
    expect(endingOf(events)).toMatchObject({ type: "failed", failure });
  });

  test("models are listed, with the failure where they cannot be", async () => {
    await using running = await run(reader);
    const provider = played.definition.create(providerDeps());
    const options = { signal: new AbortController().signal, credentials: { apiKey: "k", baseUrl: running.url } };
    const list = await provider.listModels?.(options);
    if (list?.kind !== "listed") throw new Error("Not listed.");
    expect(list.models.map(({ id }) => id)).toContain(played.model);
    // What the vendor sells is known with its price.
    for (const { id } of list.models.filter((model) => model.id.startsWith("gpt-"))) {
      expect(CATALOGUE.priceOf({ provider: "openai", model: id }, NOON)).toBeDefined();
    }
    running.simulator.faults.plan({ kind: "status", status: 403 });
    expect(await provider.listModels?.(options)).toMatchObject({ kind: "failed", failure: { kind: "permission" } });
  });
});

test("reasoning goes back sealed to the model that thought it, and to no other", async () => {
  await using running = await run(reader);
  const sol = { provider: "openai", model: "gpt-6.2-sol" };
  const { message } = await replyTo(openai, running.url, modelRequest({ model: sol, tools: [TOOL] }));
  const [thought] = message.content;
  expect(thought).toMatchObject({ type: "thinking", text: "File 0 is next.", sealed: expect.any(String) });
  const call = message.content.find((block) => block.type === "tool-call");
  const result = {
    type: "tool-result" as const,
    callId: call?.callId ?? "",
    name: "file_read",
    text: "a",
    isError: false,
  };
  const messages: Message[] = [userText("Read."), message, { role: "tool", content: [result] }];
  await replyTo(openai, running.url, modelRequest({ model: sol, tools: [TOOL], messages }));
  const luna = { provider: "openai", model: "gpt-6-luna" };
  await replyTo(openai, running.url, modelRequest({ model: luna, tools: [TOOL], messages }));
  const [, same, other] = running.simulator.requests.all().map(({ body }) => JSON.stringify(body));
  expect(same).toContain('"encrypted_content"');
  expect(other).not.toContain('"encrypted_content":');
});

test("a changed tail reads what stands before the explicit breakpoint, and what comes anew is written at its price", async () => {
  await using running = await run(() => ({ blocks: [{ type: "text", text: "Yes." }] }));
  const model = { provider: "openai", model: "gpt-5.6-luna" };
  const call = (tail: string, messages: Message[]) =>
    replyTo(openai, running.url, {
      ...modelRequest({ model, messages, tools: [TOOL], toolsCached: true, cachedMessages: [messages.length - 1] }),
      system: [{ tier: 1, text: PROSE, cached: true }],
      tail: `<situation>${tail} ${PROSE}</situation>`,
      cacheKey: "ses_1",
    });
  const begun: Message[] = [userText(`Read. ${PROSE}`)];
  const { usage: first, message } = await call("It is noon.", begun);
  expect(first).toMatchObject({ cacheReadTokens: 0, cacheWriteTokens: expect.any(Number) });
  const { usage: second } = await call("It is one.", begun);
  expect(second.cacheReadTokens).toBe(first.cacheWriteTokens);
  expect(second.cacheWriteTokens).toBe(0);
  // The tail is nobody's prefix: it is paid as input each time and never written.
  expect(second.inputTokens).toBeGreaterThan(4_000);
  const { usage: third } = await call("It is two.", [...begun, message, userText(`And? ${PROSE}`)]);
  expect(third.cacheReadTokens).toBe(first.cacheWriteTokens);
  expect(third.cacheWriteTokens).toBeGreaterThan(4_000);
});

test("a model that is not known to take breakpoints is not told of them, so it does not refuse the call", async () => {
  await using running = await run(() => ({ blocks: [{ type: "text", text: "Yes." }] }));
  const request = modelRequest({
    model: { provider: "openai", model: "simulated-worker-1" },
    system: [{ tier: 1, text: PROSE, cached: true }],
    cachedMessages: [0],
  });
  await replyTo(openai, running.url, request);
  const [sent] = running.simulator.requests.all();
  expect(JSON.stringify(sent?.body)).not.toContain("prompt_cache_");
});
