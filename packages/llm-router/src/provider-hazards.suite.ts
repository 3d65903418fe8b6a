import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { ModelFailureKind } from "@cadre/domain";
import { collect, endingOf, manualIdleWatch, modelRequest, providerDeps, textIn } from "./model-call.fixture.ts";
import type { ProviderDefinition } from "./provider.ts";
import { refusingUrl, startVendorServer } from "./vendor-server.fixture.ts";
import type { WireDialect } from "./wire-dialect.fixture.ts";

/** Statuses every vendor answers with, and what the router must make of them. */
const STATUSES: readonly (readonly [number, ModelFailureKind, boolean])[] = [
  [400, "invalid-request", false],
  [401, "auth", false],
  [402, "billing", false],
  [403, "permission", false],
  [404, "not-found", false],
  [413, "too-large", false],
  [429, "rate-limit", true],
  [500, "server", true],
  [504, "timeout", true],
  [529, "overloaded", true],
];

/** What may befall a call to any provider. A new provider passes the same suite with its own wire dialect. */
export function providerHazards(definition: ProviderDefinition, dialect: WireDialect): void {
  const provider = definition.create(providerDeps());

  describe(`hazards of ${definition.name}`, () => {
    test("a plain reply streams its text and ends with usage that counts nothing twice", async () => {
      await using vendor = await startVendorServer(dialect.text(["Hel", "lo"]));
      const events = await collect(provider, { baseUrl: vendor.url });
      const ending = endingOf(events);
      expect(textIn(events)).toBe("Hello");
      if (ending.type !== "end") throw new Error(ending.failure.message);
      expect(ending.reply.message.content).toEqual([{ type: "text", text: "Hello" }]);
      expect(ending.reply.stopReason).toBe("end");
      expect(ending.reply.isSimulated).toBe(definition.isSimulated);
      const { inputTokens, cacheReadTokens, cacheWriteTokens, cacheWriteHourTokens } = ending.reply.usage;
      expect(inputTokens + cacheReadTokens + cacheWriteTokens + cacheWriteHourTokens).toBe(dialect.promptTokens);
    });

    test("abort in mid-stream ends the HTTP request and keeps the usage so far", async () => {
      await using vendor = await startVendorServer(dialect.silentAfter("some words of a reply"));
      const stop = new AbortController();
      const events = [];
      const options = { signal: stop.signal, credentials: { apiKey: "k", baseUrl: vendor.url } };
      for await (const event of provider.stream(modelRequest(), options)) {
        events.push(event);
        if (event.type === "text-delta") stop.abort();
      }
      await vendor.disconnected;
      const ending = endingOf(events);
      expect(ending).toMatchObject({ type: "failed", failure: { kind: "aborted", isRetryable: false } });
      if (ending.type === "failed") {
        expect(ending.usage.inputTokens).toBeGreaterThan(0);
        expect(ending.usage.outputTokens).toBeGreaterThan(1);
      }
    });

    test("an already aborted call sends nothing", async () => {
      await using vendor = await startVendorServer(dialect.text(["never"]));
      const events = await collect(provider, { baseUrl: vendor.url, signal: AbortSignal.abort() });
      expect(endingOf(events)).toMatchObject({ type: "failed", failure: { kind: "aborted" } });
      expect(vendor.requests).toHaveLength(0);
    });

    test("a caller that stops listening ends the HTTP request", async () => {
      await using vendor = await startVendorServer(dialect.silentAfter("first"));
      const options = { signal: new AbortController().signal, credentials: { apiKey: "k", baseUrl: vendor.url } };
      for await (const event of provider.stream(modelRequest(), options)) if (event.type === "text-delta") break;
      await vendor.disconnected;
    });

    test("an empty reply is a reply without blocks", async () => {
      await using vendor = await startVendorServer(dialect.empty());
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url }));
      expect(ending).toMatchObject({ type: "end", reply: { stopReason: "end", message: { content: [] } } });
    });

    test("characters split between pieces and between bytes arrive whole", async () => {
      const answer = dialect.text(["naïve 👩", "‍💻 \ud83d", "\ude00 漢字", " end"]);
      const bytes = Buffer.from(answer.chunks.join(""));
      const single = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
      await using vendor = await startVendorServer({ ...answer, chunks: single });
      const events = await collect(provider, { baseUrl: vendor.url });
      expect(textIn(events)).toBe("naïve 👩‍💻 😀 漢字 end");
      for (const event of events) if (event.type === "text-delta") expect(event.text.isWellFormed()).toBe(true);
      expect(endingOf(events).type).toBe("end");
    });

    test("half a character that never gets its other half becomes a replacement character", async () => {
      await using vendor = await startVendorServer(dialect.text(["broken \ud83d"]));
      const events = await collect(provider, { baseUrl: vendor.url });
      expect(textIn(events)).toBe("broken \ufffd");
      expect(endingOf(events)).toMatchObject({
        reply: { message: { content: [{ type: "text", text: "broken \ufffd" }] } },
      });
    });

    test("a lone surrogate of ours never reaches the wire", async () => {
      await using vendor = await startVendorServer(dialect.text(["ok"]));
      const request = modelRequest({ messages: [{ role: "user", content: [{ type: "text", text: "a\ud83d" }] }] });
      await collect(provider, { baseUrl: vendor.url, request });
      const sent = JSON.stringify(vendor.requests[0]?.body);
      expect(sent).toContain("a\ufffd");
      expect(sent).not.toMatch(/\\ud83d/i);
    });

    test("arguments in pieces are joined", async () => {
      await using vendor = await startVendorServer(
        dialect.toolCall({ name: "file_read", json: ['{"pa', 'th":"a.txt"}'] }),
      );
      const events = await collect(provider, { baseUrl: vendor.url });
      expect(endingOf(events)).toMatchObject({
        reply: {
          stopReason: "tool-use",
          message: { content: [{ type: "tool-call", name: "file_read", args: { path: "a.txt" } }] },
        },
      });
      expect(events.map((event) => event.type)).toEqual(["call-start", "call-delta", "call-delta", "end"]);
    });

    test("truncated arguments come back as an error for the model, not as a crash", async () => {
      await using vendor = await startVendorServer(dialect.toolCall({ name: "file_read", json: ['{"path":"a.t'] }));
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url }));
      if (ending.type !== "end") throw new Error(ending.failure.message);
      const [call] = ending.reply.message.content;
      expect(call).toMatchObject({ type: "tool-call", args: {}, argsError: expect.stringContaining("not valid JSON") });
    });

    const filledUp = dialect.contextStop?.();
    test.runIf(filledUp !== undefined)("a context that filled up is a stop reason", async () => {
      await using vendor = await startVendorServer(...(filledUp === undefined ? [] : [filledUp]));
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url }));
      expect(ending).toMatchObject({ type: "end", reply: { stopReason: "context-exceeded" } });
    });

    test("a prompt that cannot fit is told from a bad request by its size", async () => {
      await using vendor = await startVendorServer(dialect.refusal(400));
      const long = modelRequest({
        messages: [{ role: "user", content: [{ type: "text", text: "x".repeat(600_000) }] }],
      });
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url, request: long }));
      expect(ending).toMatchObject({ type: "failed", failure: { kind: "context-exceeded", isRetryable: false } });
    });

    test.each(STATUSES)("status %i is %s", async (status, kind, isRetryable) => {
      await using vendor = await startVendorServer(dialect.refusal(status));
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url }));
      expect(ending).toMatchObject({ type: "failed", failure: { kind, status, isRetryable } });
      expect(vendor.requests).toHaveLength(1);
    });

    test("the provider's own wait is passed on and not slept", async () => {
      await using vendor = await startVendorServer(dialect.refusal(429, { "retry-after": "75" }));
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url }));
      expect(ending).toMatchObject({ failure: { kind: "rate-limit", retryAfterMs: 75_000 } });
    });

    test.each([
      ["ends early", dialect.cutAfter("half a"), "network"],
      ["breaks", dialect.resetAfter("half a"), "network"],
      ["reports an error after status 200", dialect.errorAfter("half a"), "overloaded"],
    ] as const)("a stream that %s fails after its text, with usage", async (_how, answer, kind) => {
      await using vendor = await startVendorServer(answer);
      const events = await collect(provider, { baseUrl: vendor.url });
      const ending = endingOf(events);
      expect(textIn(events)).toBe("half a");
      expect(ending).toMatchObject({ type: "failed", failure: { kind, isRetryable: true } });
      if (ending.type === "failed") expect(ending.usage.inputTokens).toBeGreaterThan(0);
    });

    test("a silent stream is given up, its request ended", async () => {
      await using vendor = await startVendorServer(dialect.silentAfter("half a"));
      const watch = manualIdleWatch();
      const watched = definition.create(providerDeps({ startIdleWatch: watch.start }));
      const events = [];
      const options = { signal: new AbortController().signal, credentials: { apiKey: "k", baseUrl: vendor.url } };
      for await (const event of watched.stream(modelRequest(), options)) {
        events.push(event);
        if (event.type === "text-delta") watch.expire();
      }
      await vendor.disconnected;
      expect(endingOf(events)).toMatchObject({ failure: { kind: "timeout", code: "stream-idle", isRetryable: true } });
    });

    test("everything that arrives restarts the silence clock, and nothing is left behind on the caller's signal", async () => {
      const answer = dialect.text(["a", "b", "c"]);
      await using vendor = await startVendorServer(answer);
      const watch = manualIdleWatch();
      const { signal } = new AbortController();
      const watched = definition.create(providerDeps({ startIdleWatch: watch.start }));
      await collect(watched, { baseUrl: vendor.url, signal });
      expect(watch.touches()).toBeGreaterThanOrEqual(answer.chunks.length);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    });

    test("a refused connection is a network failure that names its cause", async () => {
      const ending = endingOf(await collect(provider, { baseUrl: await refusingUrl() }));
      expect(ending).toMatchObject({ failure: { kind: "network", code: "ECONNREFUSED", isRetryable: true } });
    });

    test("no redirect is followed with the key", async () => {
      await using elsewhere = await startVendorServer(dialect.text(["never"]));
      await using vendor = await startVendorServer({ status: 307, headers: { location: elsewhere.url }, chunks: [] });
      const ending = endingOf(await collect(provider, { baseUrl: vendor.url }));
      expect(ending).toMatchObject({ type: "failed", failure: { kind: "network" } });
      expect(elsewhere.requests).toEqual([]);
    });

    test("the key appears in no failure", async () => {
      const apiKey = "canary-4711";
      await using vendor = await startVendorServer(dialect.refusal(401));
      const urls = [vendor.url, await refusingUrl(), `${vendor.url}/nowhere`];
      for (const baseUrl of urls) {
        expect(JSON.stringify(await collect(provider, { baseUrl, apiKey }))).not.toContain(apiKey);
      }
      const unusable = await collect(provider, { baseUrl: vendor.url, apiKey: `${apiKey}\nx` });
      expect(JSON.stringify(unusable)).not.toContain(apiKey);
      expect(endingOf(unusable).type).toBe("failed");
    });
  });
}
