import Anthropic from "@anthropic-ai/sdk";
import type { ModelFailure, ModelFailureKind } from "@cadre/domain";
import { z } from "zod";
import { modelFailure } from "../../failure.ts";
import { networkCode, statedMessage } from "../../failure-words.ts";
import { retryAfterMs } from "../../retry-after.ts";

/**
 * What decides about a failure, strongest first: code, type, status. The wording never does: a sentence such as
 * "processed 403 files" must not look like a refusal. Sources: the API's error pages and the SDK's error types.
 */
const KIND_OF_CODE: Readonly<Record<string, ModelFailureKind>> = {
  // 429 without retry-after: a monthly limit, which waiting for minutes does not lift.
  enforced_spend_limit_reached: "spend-limit",
  contract_spend_limit_reached: "spend-limit",
  // 402, and 400 for an account that is closed.
  linked_organization_spend_limit_reached: "spend-limit",
  linked_organization_billing_unavailable: "billing",
  organization_on_hold: "permission",
  // 429 with retry-after: usage grows too fast.
  ramp_limit_exceeded: "rate-limit",
  request_body_too_large_after_decoding: "too-large",
};

const KIND_OF_TYPE: Readonly<Record<string, ModelFailureKind>> = {
  invalid_request_error: "invalid-request",
  authentication_error: "auth",
  billing_error: "billing",
  permission_error: "permission",
  not_found_error: "not-found",
  request_too_large: "too-large",
  rate_limit_error: "rate-limit",
  timeout_error: "timeout",
  api_error: "server",
  conflict_error: "server",
  overloaded_error: "overloaded",
  // llama.cpp's server, which speaks this API too.
  exceed_context_size_error: "context-exceeded",
};

const KIND_OF_STATUS: Readonly<Record<number, ModelFailureKind>> = {
  400: "invalid-request",
  401: "auth",
  402: "billing",
  403: "permission",
  404: "not-found",
  408: "timeout",
  409: "server",
  413: "too-large",
  422: "invalid-request",
  429: "rate-limit",
  504: "timeout",
  529: "overloaded",
};

const ErrorBody = z.object({
  error: z.object({
    type: z.string().nullish(),
    message: z.string().nullish(),
    details: z.object({ error_code: z.string().nullish() }).nullish(),
  }),
});

type ErrorFacts = {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** The parsed body, `{ type: "error", error: { type, message, details } }`. */
  readonly body: unknown;
};

export type ClassificationContext = {
  readonly now: Date;
  /** By our own count the prompt nearly fills the window or more: the API has no code for "prompt too long". */
  readonly isPromptSuspect: boolean;
  /** True once a response had begun: what breaks then is the provider's stream, not our request. */
  readonly hasAnswered: boolean;
  /** Cut out of every message. */
  readonly apiKey: string;
};

/** Classifies whatever the SDK threw before or while a reply came in. */
export function classifyThrown(error: unknown, context: ClassificationContext): ModelFailure {
  if (error instanceof Anthropic.APIConnectionTimeoutError) {
    return modelFailure({ kind: "timeout", code: "connect-timeout", message: "The provider did not answer in time." });
  }
  if (error instanceof Anthropic.APIError && !(error instanceof Anthropic.APIConnectionError)) {
    return classifyError({ status: error.status, headers: error.headers, body: error.error }, context);
  }
  const code = networkCode(error, isConnectionError);
  if (code !== undefined) {
    return modelFailure({ kind: "network", code, message: `The connection to the provider failed (${code}).` });
  }
  if (context.hasAnswered) {
    return modelFailure({ kind: "server", code: "malformed-event", message: "The provider sent an unreadable event." });
  }
  // The text of an unknown error may quote a header, and with it the key.
  const name = error instanceof Error ? error.name : typeof error;
  return modelFailure({
    kind: "invalid-request",
    code: "not-sent",
    message: `The request could not be made (${name}).`,
  });
}

/** Classifies an error the API stated, by status or inside a stream (then without a status). */
export function classifyError(facts: ErrorFacts, context: ClassificationContext): ModelFailure {
  const stated = ErrorBody.safeParse(facts.body).data?.error;
  const code = stated?.details?.error_code ?? undefined;
  const type = stated?.type ?? undefined;
  const kind = kindOf({ code, type, status: facts.status }, context);
  return modelFailure({
    kind,
    status: facts.status,
    code: code ?? type,
    message: statedMessage(stated?.message ?? undefined, { status: facts.status, apiKey: context.apiKey }),
    retryAfterMs: retryAfterMs(facts.headers, context.now),
    ...(facts.headers?.get("x-should-retry") === "false" && { isRetryable: false }),
  });
}

function kindOf(
  marks: { readonly code: string | undefined; readonly type: string | undefined; readonly status: number | undefined },
  context: ClassificationContext,
): ModelFailureKind {
  const byCode = marks.code === undefined ? undefined : KIND_OF_CODE[marks.code];
  if (byCode !== undefined) return byCode;
  const kind = KIND_OF_TYPE[marks.type ?? ""] ?? KIND_OF_STATUS[marks.status ?? 0] ?? kindOfRange(marks.status);
  return kind === "invalid-request" && marks.code === undefined && context.isPromptSuspect ? "context-exceeded" : kind;
}

function kindOfRange(status: number | undefined): ModelFailureKind {
  return status !== undefined && status >= 400 && status < 500 ? "invalid-request" : "server";
}

function isConnectionError(error: unknown): boolean {
  return error instanceof Anthropic.APIConnectionError;
}
