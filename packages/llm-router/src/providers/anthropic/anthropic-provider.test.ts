import { expect, test } from "vitest";
import type { ModelReply } from "@cadre/domain";
import { collect, endingOf, manualIdleWatch, providerDeps } from "../../model-call.fixture.ts";
import { startVendorServer, type VendorAnswer } from "../../vendor-server.fixture.ts";
import { anthropic } from "./anthropic.ts";
import { blockStop, messageEnd, messageStart, sse, textDelta, textStart } from "./anthropic-wire.fixture.ts";

const PROVIDER = anthropic.create(providerDeps());

async function play(...chunks: readonly string[]) {
  await using vendor = await startVendorServer({ headers: { "request-id": "req_1" }, chunks });
  return endingOf(await collect(PROVIDER, { baseUrl: vendor.url }));
}

async function replyOf(...chunks: readonly string[]): Promise<ModelReply> {
  const ending = await play(...chunks);
  if (ending.type === "failed") throw new Error(ending.failure.message);
  return ending.reply;
}

function block(index: number, content_block: Readonly<Record<string, unknown>>): string {
  return sse("content_block_start", { index, content_block });
}

function delta(index: number, change: Readonly<Record<string, unknown>>): string {
  return sse("content_block_delta", { index, delta: change });
}

test("usage is normalised: writes are split by lifetime, thinking is part of the output", async () => {
  const end = { stop_reason: "end_turn" };
  const usage = {
    input_tokens: 12,
    cache_creation_input_tokens: 30,
    cache_read_input_tokens: 100,
    output_tokens: 50,
    output_tokens_details: { thinking_tokens: 40 },
  };
  const reply = await replyOf(messageStart(), sse("message_delta", { delta: end, usage }), sse("message_stop"));
  expect(reply.usage).toEqual({
    inputTokens: 12,
    cacheReadTokens: 100,
    cacheWriteTokens: 20,
    cacheWriteHourTokens: 10,
    outputTokens: 50,
    thinkingTokens: 40,
  });
});

test("a compatible server may leave out what it does not count", async () => {
  const bare = messageStart({ input_tokens: 9 });
  const end = sse("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } });
  const reply = await replyOf(bare, end, sse("message_stop"));
  expect(reply.usage).toMatchObject({ inputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 3 });
});

test("reasoning keeps its signature, its seal and its model", async () => {
  const reply = await replyOf(
    messageStart(),
    block(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "Look " }),
    delta(0, { type: "thinking_delta", thinking: "first." }),
    delta(0, { type: "signature_delta", signature: "c2ln" }),
    blockStop(0),
    block(1, { type: "redacted_thinking", data: "opaque" }),
    blockStop(1),
    block(2, { type: "thinking", thinking: "", signature: "" }),
    delta(2, { type: "signature_delta", signature: "ZW1wdHk=" }),
    blockStop(2),
    messageEnd("end_turn", 9),
  );
  const model = "claude-haiku-4-5";
  expect(reply.message.content).toEqual([
    { type: "thinking", text: "Look first.", signature: "c2ln", model },
    { type: "thinking", text: "", sealed: "opaque", model },
    { type: "thinking", text: "", signature: "ZW1wdHk=", model },
  ]);
});

test("blocks that stayed empty and blocks and events we do not know are left out", async () => {
  const reply = await replyOf(
    sse("future_event", { anything: true }),
    messageStart(),
    textStart(0),
    blockStop(0),
    block(1, { type: "hologram", data: 1 }),
    delta(1, { type: "hologram_delta", data: 2 }),
    blockStop(1),
    textStart(2),
    delta(2, { type: "citations_delta", citation: {} }),
    textDelta(2, "kept"),
    blockStop(2),
    messageEnd("end_turn", 9),
  );
  expect(reply.message.content).toEqual([{ type: "text", text: "kept" }]);
});

test("blocks interleave and come back in the order of their index", async () => {
  const reply = await replyOf(
    messageStart(),
    textStart(0),
    block(1, { type: "tool_use", id: "toolu_1", name: "t", input: { whole: true } }),
    textDelta(0, "a"),
    blockStop(1),
    textDelta(0, "b"),
    blockStop(0),
    messageEnd("tool_use", 9),
  );
  expect(reply.message.content).toEqual([
    { type: "text", text: "ab" },
    { type: "tool-call", callId: "toolu_1", name: "t", args: { whole: true } },
  ]);
});

test.each([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["tool_use", "tool-use"],
  ["max_tokens", "max-tokens"],
  ["refusal", "refusal"],
  ["pause_turn", "paused"],
  ["model_context_window_exceeded", "context-exceeded"],
  ["invented_tomorrow", "end"],
])("stop reason %s is %s", async (wire, stopReason) => {
  expect((await replyOf(messageStart(), messageEnd(wire, 1))).stopReason).toBe(stopReason);
});

test("an unreadable event fails the stream as the provider's fault", async () => {
  const ending = await play(messageStart(), textStart(0), "event: content_block_delta\ndata: {broken\n\n");
  expect(ending).toMatchObject({ failure: { kind: "server", code: "malformed-event", isRetryable: true } });
});

test("a message that ends without saying why is a broken stream", async () => {
  expect(await play(messageStart(), sse("message_stop"))).toMatchObject({ failure: { kind: "network" } });
});

test("pings are signs of life", async () => {
  const watch = manualIdleWatch();
  const chunks = [messageStart(), ...Array.from({ length: 20 }, () => sse("ping")), messageEnd("end_turn", 1)];
  await using vendor = await startVendorServer({ chunks });
  await collect(anthropic.create(providerDeps({ startIdleWatch: watch.start })), { baseUrl: vendor.url });
  expect(watch.touches()).toBeGreaterThan(20);
});

test("a whole message counts even when its response never closes", async () => {
  const whole: VendorAnswer = {
    chunks: [messageStart(), textStart(0), textDelta(0, "x"), blockStop(0), messageEnd("end_turn", 1)],
    then: "hang",
  };
  await using vendor = await startVendorServer(whole);
  const watch = manualIdleWatch();
  const graceStarted = Promise.withResolvers<void>();
  const provider = anthropic.create(
    providerDeps({
      startIdleWatch: (ms, onIdle) => {
        if (ms < 120_000) graceStarted.resolve();
        return watch.start(ms, onIdle);
      },
    }),
  );
  const collected = collect(provider, { baseUrl: vendor.url });
  await graceStarted.promise;
  watch.expire();
  expect(endingOf(await collected).type).toBe("end");
  expect(watch.periods).toEqual([120_000, 1_000]);
  await vendor.disconnected;
});
