import { describe, expect, test } from "vitest";
import { fact } from "@cadre/testkit";
import { collect, endingOf, providerDeps } from "../../model-call.fixture.ts";
import { startVendorServer } from "../../vendor-server.fixture.ts";
import { anthropic } from "./anthropic.ts";
import { errorAnswer } from "./anthropic-wire.fixture.ts";
import { classifyError, classifyThrown } from "../../failure-classification.ts";
import { ANTHROPIC_ERRORS } from "./anthropic-errors.ts";

const CONTEXT = { now: new Date(0), isPromptSuspect: false, hasAnswered: false, apiKey: "sk-secret" };

function classify(
  status: number | undefined,
  error: { readonly type?: string; readonly message?: string; readonly code?: string },
) {
  const details = error.code === undefined ? {} : { details: { error_code: error.code } };
  const body = { type: "error", error: { type: error.type, message: error.message ?? "", ...details } };
  return classifyError(ANTHROPIC_ERRORS, { status, headers: new Headers(), error: body }, CONTEXT);
}

fact("M74", "401, 402, 403 and a bad request are not worth a retry", async () => {
  const provider = anthropic.create(providerDeps());
  for (const status of [401, 402, 403, 400]) {
    await using vendor = await startVendorServer(errorAnswer(status));
    expect(endingOf(await collect(provider, { baseUrl: vendor.url }))).toMatchObject({
      type: "failed",
      failure: { status, isRetryable: false },
    });
  }
});

fact("M154", "the wording of an error never decides", () => {
  const misleading = [
    "processed 403 files",
    "timeout after 402 ms",
    "authentication proxy timed out",
    "rate limit of the disk reached, 429 blocks",
    "prompt is too long: 210000 tokens",
    "You have reached your specified API usage limits",
  ];
  for (const message of misleading) {
    expect(classify(500, { type: "api_error", message })).toMatchObject({ kind: "server", isRetryable: true });
    expect(classify(undefined, { type: "overloaded_error", message })).toMatchObject({ kind: "overloaded" });
    expect(classify(400, { type: "invalid_request_error", message })).toMatchObject({ kind: "invalid-request" });
  }
  const cut = new TypeError("terminated", { cause: Object.assign(new Error("403 401"), { code: "UND_ERR_SOCKET" }) });
  expect(classifyThrown(ANTHROPIC_ERRORS, cut, CONTEXT)).toMatchObject({
    kind: "network",
    code: "UND_ERR_SOCKET",
    isRetryable: true,
  });
});

describe("codes decide before types, types before statuses", () => {
  test.each([
    [429, "rate_limit_error", undefined, "rate-limit", true],
    [429, "rate_limit_error", "ramp_limit_exceeded", "rate-limit", true],
    [429, "rate_limit_error", "enforced_spend_limit_reached", "spend-limit", false],
    [429, "rate_limit_error", "contract_spend_limit_reached", "spend-limit", false],
    [402, "billing_error", undefined, "billing", false],
    [402, "billing_error", "linked_organization_spend_limit_reached", "spend-limit", false],
    [400, "invalid_request_error", "organization_on_hold", "permission", false],
    [529, "overloaded_error", "compaction_unavailable", "overloaded", true],
    [400, "exceed_context_size_error", undefined, "context-exceeded", false],
    [undefined, "rate_limit_error", undefined, "rate-limit", true],
    [503, undefined, undefined, "server", true],
    [418, undefined, undefined, "invalid-request", false],
    [408, undefined, undefined, "timeout", true],
  ] as const)("%s %s %s is %s", (status, type, code, kind, isRetryable) => {
    expect(classify(status, { ...(type && { type }), ...(code && { code }) })).toMatchObject({ kind, isRetryable });
  });
});

test("a provider that says not to retry is believed", () => {
  const headers = new Headers({ "x-should-retry": "false" });
  const body = { type: "error", error: { type: "rate_limit_error", message: "" } };
  expect(classifyError(ANTHROPIC_ERRORS, { status: 429, headers, error: body }, CONTEXT)).toMatchObject({
    kind: "rate-limit",
    isRetryable: false,
  });
});

test("a coded bad request is never mistaken for a long prompt", () => {
  const body = { error: { type: "invalid_request_error", details: { error_code: "tool_name_conflict" } } };
  const context = { ...CONTEXT, isPromptSuspect: true };
  expect(classifyError(ANTHROPIC_ERRORS, { status: 400, headers: undefined, error: body }, context).kind).toBe(
    "invalid-request",
  );
});

test("a page of a proxy instead of a body is described by its status", async () => {
  const page = { status: 502, headers: { "content-type": "text/html" }, chunks: ["<html>Bad gateway</html>"] };
  await using vendor = await startVendorServer(page);
  const ending = endingOf(await collect(anthropic.create(providerDeps()), { baseUrl: vendor.url }));
  expect(ending).toMatchObject({ failure: { kind: "server", status: 502, isRetryable: true } });
  if (ending.type === "failed") expect(ending.failure.message).toContain("502");
});

test("a key quoted by the provider is cut out", () => {
  expect(classify(401, { message: "bad key sk-secret" }).message).toBe("bad key [key]");
});

test("a code that every object has by itself means nothing", () => {
  for (const word of ["constructor", "toString", "__proto__"]) {
    expect(classify(500, { type: word, code: word })).toMatchObject({ kind: "server", code: word });
  }
});
