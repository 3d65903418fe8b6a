import { describe, expect, test } from "vitest";
import { fact } from "@cadre/testkit";
import { modelRequest } from "./model-call.fixture.ts";
import { anthropicDialect, errorAnswer } from "./providers/anthropic/anthropic-wire.fixture.ts";
import { HEARTBEAT_RETRY, NO_RETRY } from "./retry.ts";
import { routerRig, targetAt } from "./router.fixture.ts";
import { refusingUrl, startVendorServer } from "./vendor-server.fixture.ts";

const OK = anthropicDialect.text(["fine"]);
const MINUTE_MS = 60_000;

describe("retries", () => {
  fact("M120", "a connection refused twice is tried a third time, after 2 s and 4 s", async () => {
    await using vendor = await startVendorServer(OK);
    const dead = await refusingUrl();
    // The same target comes back to life after the second wait: its address is read anew for each attempt.
    const credentials = { apiKey: "key", baseUrl: dead };
    const rig = routerRig({
      onWait: () => {
        if (rig.waits.length === 2) credentials.baseUrl = vendor.url;
      },
    });
    const result = await rig.router.route(modelRequest(), rig.options([targetAt(dead, { credentials })]));
    expect(result.kind).toBe("reply");
    expect(rig.waits).toEqual([2_000, 4_000]);
    expect(rig.settlements.map((one) => one.outcome.kind)).toEqual(["failed", "failed", "reply"]);
  });

  fact("M120", "the third refusal is final, and a 401 is an error at once", async () => {
    const rig = routerRig();
    const refused = await rig.router.route(modelRequest(), rig.options([targetAt(await refusingUrl())]));
    expect(refused).toMatchObject({ kind: "failed", failure: { kind: "network" }, hasStreamed: false });
    expect(rig.waits).toEqual([2_000, 4_000]);

    await using vendor = await startVendorServer(errorAnswer(401));
    const other = routerRig();
    const denied = await other.router.route(modelRequest(), other.options([targetAt(vendor.url)]));
    expect(denied).toMatchObject({ kind: "failed", failure: { kind: "auth", status: 401 } });
    expect(other.waits).toEqual([]);
    expect(vendor.requests).toHaveLength(1);
  });

  fact("M121", "a beat retries three times, after 3, 6 and 12 seconds", async () => {
    await using vendor = await startVendorServer(errorAnswer(529));
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)], { retry: HEARTBEAT_RETRY });
    const result = await rig.router.route(modelRequest(), options);
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "overloaded" } });
    expect(rig.waits).toEqual([3_000, 6_000, 12_000]);
    expect(vendor.requests).toHaveLength(4);
  });

  test("a short wait of the provider is honoured twice, then the caller is told", async () => {
    await using vendor = await startVendorServer(errorAnswer(429, {}, { "retry-after": "20" }));
    const rig = routerRig();
    const result = await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)]));
    expect(rig.waits).toEqual([20_000, 20_000]);
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "rate-limit", retryAfterMs: 20_000 } });
  });

  test("a long wait is not sat out: the caller parks", async () => {
    await using vendor = await startVendorServer(errorAnswer(429, {}, { "retry-after": "120" }));
    const rig = routerRig();
    const result = await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)]));
    expect(rig.waits).toEqual([]);
    expect(result).toMatchObject({ failure: { isRetryable: true, retryAfterMs: 120_000 } });
    // The breaker keeps everyone else away for as long.
    const next = await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)]));
    expect(next).toMatchObject({ failure: { code: "breaker-open", retryAfterMs: 120_000 } });
    expect(vendor.requests).toHaveLength(1);
  });

  test("nothing is repeated once text has streamed", async () => {
    await using vendor = await startVendorServer(anthropicDialect.errorAfter("half a"), OK);
    const rig = routerRig();
    const targets = [targetAt(vendor.url), targetAt(vendor.url, { provider: "b" })];
    const result = await rig.router.route(modelRequest(), rig.options(targets));
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "overloaded" }, hasStreamed: true });
    expect(vendor.requests).toHaveLength(1);
    expect(rig.deltas).toEqual([{ type: "text-delta", text: "half a" }]);
  });

  test("a stream that broke before its first piece is tried again", async () => {
    await using vendor = await startVendorServer({ chunks: [], then: "end" }, OK);
    const rig = routerRig();
    expect((await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)]))).kind).toBe("reply");
    expect(rig.waits).toEqual([2_000]);
  });

  test("an abort during a wait ends the call", async () => {
    const stop = new AbortController();
    const rig = routerRig({ onWait: () => stop.abort() });
    const options = rig.options([targetAt(await refusingUrl())], { signal: stop.signal });
    const result = await rig.router.route(modelRequest(), options);
    expect(result).toMatchObject({ kind: "failed", failure: { kind: "aborted" } });
    expect(rig.settlements).toHaveLength(1);
  });
});

describe("breakers", () => {
  fact("M151", "two failures of a model skip it for 5 minutes", async () => {
    await using vendor = await startVendorServer(errorAnswer(500));
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)], { retry: NO_RETRY });
    await rig.router.route(modelRequest(), options);
    await rig.router.route(modelRequest(), options);
    expect(await rig.router.route(modelRequest(), options)).toMatchObject({
      failure: { code: "breaker-open", kind: "server", isRetryable: true, retryAfterMs: 5 * MINUTE_MS },
      tried: [{ reason: "breaker-open" }],
    });
    expect(vendor.requests).toHaveLength(2);
    rig.advance(5 * MINUTE_MS - 1);
    await rig.router.route(modelRequest(), options);
    expect(vendor.requests).toHaveLength(2);
    rig.advance(1);
    await rig.router.route(modelRequest(), options);
    expect(vendor.requests).toHaveLength(3);
  });

  fact("M151", "after a pair of 429 it is skipped for 30 seconds, another model is not", async () => {
    await using vendor = await startVendorServer(errorAnswer(429));
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)], { retry: NO_RETRY });
    await rig.router.route(modelRequest(), options);
    await rig.router.route(modelRequest(), options);
    expect(await rig.router.route(modelRequest(), options)).toMatchObject({
      failure: { code: "breaker-open", retryAfterMs: 30_000 },
    });
    const other = rig.options([targetAt(vendor.url, { model: "claude-sonnet-5-5" })], { retry: NO_RETRY });
    await rig.router.route(modelRequest(), other);
    expect(vendor.requests).toHaveLength(3);
  });

  fact("M151", "a 401 skips the whole provider for 30 minutes, but only for that key", async () => {
    await using vendor = await startVendorServer(errorAnswer(401), OK);
    const rig = routerRig();
    await rig.router.route(modelRequest(), rig.options([targetAt(vendor.url)]));
    const sibling = rig.options([targetAt(vendor.url, { model: "claude-sonnet-5-5" })]);
    expect(await rig.router.route(modelRequest(), sibling)).toMatchObject({
      failure: { kind: "auth", code: "breaker-open", isRetryable: false, retryAfterMs: 30 * MINUTE_MS },
    });
    expect(vendor.requests).toHaveLength(1);
    const corrected = targetAt(vendor.url, { credentials: { apiKey: "new key", baseUrl: vendor.url } });
    expect((await rig.router.route(modelRequest(), rig.options([corrected]))).kind).toBe("reply");
    rig.advance(30 * MINUTE_MS);
    expect((await rig.router.route(modelRequest(), sibling)).kind).toBe("reply");
  });

  fact("M152", "one failure, then success: the count starts at nothing", async () => {
    await using vendor = await startVendorServer(errorAnswer(500), OK, errorAnswer(500), OK);
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)], { retry: NO_RETRY });
    const kinds = [];
    for (let call = 0; call < 4; call += 1) kinds.push((await rig.router.route(modelRequest(), options)).kind);
    expect(kinds).toEqual(["failed", "reply", "failed", "reply"]);
  });

  test("the retries of one call count as one failure", async () => {
    await using vendor = await startVendorServer(errorAnswer(500), errorAnswer(500), errorAnswer(500), OK);
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)]);
    expect((await rig.router.route(modelRequest(), options)).kind).toBe("failed");
    expect((await rig.router.route(modelRequest(), options)).kind).toBe("reply");
  });

  test("one agent's bad request takes the model from nobody", async () => {
    await using vendor = await startVendorServer(errorAnswer(400), errorAnswer(400), errorAnswer(400), OK);
    const rig = routerRig();
    const options = rig.options([targetAt(vendor.url)]);
    for (let call = 0; call < 3; call += 1) await rig.router.route(modelRequest(), options);
    expect((await rig.router.route(modelRequest(), options)).kind).toBe("reply");
  });
});
