import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { modelRequest, providerDeps } from "./model-call.fixture.ts";
import { anthropicDialect, errorAnswer } from "./providers/anthropic/anthropic-wire.fixture.ts";
import { simulated } from "./providers/simulated/simulated.ts";
import { routerRig, targetAt } from "./router.fixture.ts";
import { refusingUrl, startVendorServer } from "./vendor-server.fixture.ts";

const OK = anthropicDialect.text(["fine"]);

describe("fallback", () => {
  test("a dead provider is left at once for the next, without a wait", async () => {
    await using vendor = await startVendorServer(OK);
    const rig = routerRig();
    const targets = [
      targetAt(await refusingUrl()),
      targetAt(vendor.url, { provider: "b", model: "claude-sonnet-5-5" }),
    ];
    const result = await rig.router.route(modelRequest(), rig.options(targets));
    expect(result).toMatchObject({
      kind: "reply",
      reply: { model: { provider: "b", model: "claude-sonnet-5-5" } },
      tried: [{ target: { provider: "a", model: "claude-haiku-4-5" }, failure: { kind: "network" } }],
    });
    expect(rig.waits).toEqual([]);
  });

  fact("M15", "the length of the reply is resolved anew for a fallback with a smaller maximum", async () => {
    await using first = await startVendorServer(errorAnswer(500));
    await using second = await startVendorServer(OK);
    const rig = routerRig();
    const targets = [
      targetAt(first.url, { provider: "anthropic", model: "claude-sonnet-5-5" }),
      targetAt(second.url, { provider: "anthropic", model: "claude-haiku-4-5" }),
    ];
    await rig.router.route(modelRequest(), rig.options(targets));
    await rig.router.route(modelRequest({ maxOutputTokens: 100_000 }), rig.options(targets));
    expect(first.requests.map((one) => one.body)).toMatchObject([{ max_tokens: 128_000 }, { max_tokens: 100_000 }]);
    expect(second.requests.map((one) => one.body)).toMatchObject([{ max_tokens: 64_000 }, { max_tokens: 64_000 }]);
  });

  fact("M155", "ten calls at once, one falls back: the other nine keep their model", async () => {
    const answers = Array.from({ length: 10 }, () => OK);
    await using steady = await startVendorServer(...answers);
    await using failing = await startVendorServer(errorAnswer(500));
    const rig = routerRig();
    const request = Object.freeze(modelRequest());
    const alternate = targetAt(steady.url, { model: "claude-sonnet-5-5" });
    const calls = Array.from({ length: 10 }, (_call, at) =>
      rig.router.route(request, rig.options([targetAt(at === 4 ? failing.url : steady.url), alternate])),
    );
    const models = (await Promise.all(calls)).map((result) =>
      result.kind === "reply" ? result.reply.model.model : result.failure.message,
    );
    expect(models).toEqual(models.map((_model, at) => (at === 4 ? "claude-sonnet-5-5" : "claude-haiku-4-5")));
    const sent = steady.requests.map((one) => JSON.stringify(one.body).includes("claude-sonnet-5-5"));
    expect(sent.filter(Boolean)).toHaveLength(1);
  });

  test("a key that is refused is not used again, the chain still is", async () => {
    await using denied = await startVendorServer(errorAnswer(401));
    await using busy = await startVendorServer(errorAnswer(529), OK);
    const rig = routerRig();
    const result = await rig.router.route(
      modelRequest(),
      rig.options([targetAt(denied.url), targetAt(busy.url, { provider: "b" })]),
    );
    expect(result.kind).toBe("reply");
    expect(denied.requests).toHaveLength(1);
    expect(busy.requests).toHaveLength(2);
  });

  test("a request that one target refuses is sent to it once, however often the others are retried", async () => {
    await using picky = await startVendorServer(errorAnswer(400));
    await using busy = await startVendorServer(errorAnswer(529), errorAnswer(529), OK);
    const rig = routerRig();
    const targets = [targetAt(picky.url), targetAt(busy.url, { provider: "b" })];
    expect((await rig.router.route(modelRequest(), rig.options(targets))).kind).toBe("reply");
    expect([picky.requests.length, busy.requests.length]).toEqual([1, 3]);
  });

  test("a context that is too long is the harness's to shorten, not the next model's to refuse", async () => {
    await using vendor = await startVendorServer(errorAnswer(400, { type: "exceed_context_size_error" }), OK);
    const rig = routerRig();
    const result = await rig.router.route(
      modelRequest(),
      rig.options([targetAt(vendor.url), targetAt(vendor.url, { provider: "b" })]),
    );
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "context-exceeded" } });
    expect(vendor.requests).toHaveLength(1);
  });

  test("no target and an unknown provider are said plainly", async () => {
    const rig = routerRig();
    expect(await rig.router.route(modelRequest(), rig.options([]))).toMatchObject({ failure: { code: "no-target" } });
    const unknown = targetAt("http://127.0.0.1:9", { provider: "nobody" });
    expect(await rig.router.route(modelRequest(), rig.options([unknown]))).toMatchObject({
      failure: { code: "unknown-provider" },
    });
    expect(rig.reservations).toEqual([]);
  });
});

describe("money", () => {
  test("every target is reserved for at its own worst case and settled once", async () => {
    await using first = await startVendorServer(errorAnswer(500));
    await using second = await startVendorServer(OK);
    const rig = routerRig();
    const targets = [
      targetAt(first.url, { provider: "anthropic", model: "claude-sonnet-5-5" }),
      targetAt(second.url, { provider: "anthropic" }),
    ];
    await rig.router.route(modelRequest({ maxOutputTokens: 1_000 }), rig.options(targets, { promptTokens: 10_000 }));
    expect(rig.reservations).toMatchObject([
      { account: { runId: "run_1" }, worstCaseMicroUsd: 10_000 * 4 + 1_000 * 10, isUnpriced: false },
      { account: { runId: "run_1" }, worstCaseMicroUsd: 10_000 * 2 + 1_000 * 5, isUnpriced: false },
    ]);
    expect(rig.settlements).toMatchObject([
      { reservationId: "res_1", outcome: { kind: "failed" }, usage: NO_USAGE, costMicroUsd: 0 },
      // 12 input, 100 read, 20 and 10 written, 7 out, in micro-dollars rounded up.
      {
        reservationId: "res_2",
        outcome: { kind: "reply", requestId: "req_1" },
        costMicroUsd: Math.ceil(12 + 10 + 25 + 20 + 35),
      },
    ]);
    expect(JSON.stringify([rig.reservations, rig.settlements])).not.toContain("apiKey");
  });

  test("the longest reply of each target is what its reservation counts", async () => {
    await using vendor = await startVendorServer(errorAnswer(500), OK);
    const rig = routerRig();
    const targets = ["claude-sonnet-5-5", "claude-haiku-4-5"].map((model) =>
      targetAt(vendor.url, { provider: "anthropic", model }),
    );
    await rig.router.route(modelRequest(), rig.options(targets, { promptTokens: 0 }));
    expect(rig.reservations.map((one) => one.worstCaseMicroUsd)).toEqual([128_000 * 10, 64_000 * 5]);
  });

  test("a refused target is skipped with its reason and never called", async () => {
    await using vendor = await startVendorServer(OK);
    const rig = routerRig({
      decide: (ask) =>
        ask.target.provider === "a" ? { kind: "refused", reason: "The team's budget is spent." } : undefined,
    });
    const targets = [targetAt(vendor.url), targetAt(vendor.url, { provider: "b" })];
    const result = await rig.router.route(modelRequest(), rig.options(targets));
    expect(result).toMatchObject({
      kind: "reply",
      tried: [{ reason: "budget-refused", failure: { kind: "spend-limit", message: "The team's budget is spent." } }],
    });
    expect(vendor.requests).toHaveLength(1);
    expect(rig.settlements).toHaveLength(1);
  });

  test("when every target is refused nothing is sent and nobody waits", async () => {
    await using vendor = await startVendorServer(OK);
    const rig = routerRig({ decide: () => ({ kind: "refused", reason: "Spent.", retryAfterMs: 1_000 }) });
    const result = await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)]));
    expect(result).toMatchObject({ failure: { code: "budget-refused", isRetryable: false, retryAfterMs: 1_000 } });
    expect([vendor.requests.length, rig.settlements.length, rig.waits.length]).toEqual([0, 0, 0]);
  });

  test("a model without a price is charged the default and flagged, never free", async () => {
    await using vendor = await startVendorServer(OK);
    const rig = routerRig();
    await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url, { model: "claude-next" })]));
    expect(rig.reservations).toMatchObject([{ isUnpriced: true }]);
    expect(rig.settlements[0]).toMatchObject({ isUnpriced: true });
    expect(rig.settlements[0]?.costMicroUsd).toBeGreaterThan(0);
  });

  test("a simulated call costs nothing, whatever model it plays, and says that it is simulated", async () => {
    await using vendor = await startVendorServer(OK);
    const rig = routerRig({ providers: new Map([["simulated", simulated.create(providerDeps())]]) });
    const target = targetAt(vendor.url, { provider: "simulated", model: "claude-opus-5-5" });
    await rig.router.route(modelRequest(), rig.options([target]));
    expect(rig.reservations).toMatchObject([{ worstCaseMicroUsd: 0, isUnpriced: false, isSimulated: true }]);
    expect(rig.settlements).toMatchObject([{ costMicroUsd: 0, isUnpriced: false, isSimulated: true }]);
  });

  test("an abort in mid-stream settles what was used", async () => {
    await using vendor = await startVendorServer(anthropicDialect.silentAfter("twelve words or so"));
    const stop = new AbortController();
    const rig = routerRig();
    const target = targetAt(vendor.url, { provider: "anthropic" });
    const options = rig.options([target], { signal: stop.signal, onDelta: () => stop.abort() });
    const result = await rig.router.route(modelRequest(), options);
    await vendor.disconnected;
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "aborted" }, hasStreamed: true });
    expect(rig.settlements).toMatchObject([{ usage: { inputTokens: 12, cacheReadTokens: 100, outputTokens: 6 } }]);
  });

  test("a caller that throws still leaves one settlement and a closed request", async () => {
    await using vendor = await startVendorServer(anthropicDialect.silentAfter("x"));
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)], {
      onDelta: () => {
        throw new Error("a bug of the caller");
      },
    });
    await expect(rig.router.route(modelRequest(), options)).rejects.toThrow("a bug of the caller");
    await vendor.disconnected;
    expect(rig.settlements).toHaveLength(1);
  });
});

describe("concurrency", () => {
  test("a provider never sees more than five calls at once, and all are answered", async () => {
    let running = 0;
    let most = 0;
    const rig = routerRig({
      budget: {
        reserve: () => {
          running += 1;
          most = Math.max(most, running);
          return Promise.resolve({ kind: "reserved", reservationId: "r" });
        },
      },
      ledger: {
        settle: () => {
          running -= 1;
          return Promise.resolve();
        },
      },
    });
    await using vendor = await startVendorServer(OK);
    const calls = Array.from({ length: 12 }, () =>
      rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)])),
    );
    const kinds = (await Promise.all(calls)).map((result) => result.kind);
    expect(kinds).toEqual(kinds.map(() => "reply"));
    expect(most).toBe(5);
  });

  test("an abort in the queue reserves nothing", async () => {
    await using vendor = await startVendorServer(anthropicDialect.silentAfter("first"), OK);
    const rig = routerRig({ maxConcurrentPerProvider: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const started = Promise.withResolvers<void>();
    const holding = rig.router.route(
      modelRequest(),
      rig.options([targetAt(vendor.url)], { signal: first.signal, onDelta: () => started.resolve() }),
    );
    await started.promise;
    const queued = rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)], { signal: second.signal }));
    second.abort();
    expect(await queued).toMatchObject({ kind: "failed", failure: { kind: "aborted" } });
    expect(rig.reservations).toHaveLength(1);
    first.abort();
    await holding;
  });
});
