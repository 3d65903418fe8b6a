import type { ModelFailure, ModelFailureKind } from "@cadre/domain";
import OpenAI from "openai";
import { z } from "zod";
import { modelFailure } from "../../failure.ts";
import { networkCode, statedMessage } from "../../failure-words.ts";
import { retryAfterMs } from "../../retry-after.ts";

/**
 * What decides about a failure, strongest first: code, type, status. The wording never does. Sources: the vendor's error pages, the
 * types of its SDK (`ResponseError.code`), and the servers of llama.cpp and Ollama.
 */
const KIND_OF_CODE: Readonly<Record<string, ModelFailureKind>> = {
  // 429 without an end: the balance is used up, and waiting does not fill it.
  insufficient_quota: "billing",
  billing_not_active: "billing",
  billing_hard_limit_reached: "spend-limit",
  rate_limit_exceeded: "rate-limit",
  context_length_exceeded: "context-exceeded",
  string_above_max_length: "too-large",
  invalid_api_key: "auth",
  account_deactivated: "permission",
  unsupported_country_region_territory: "permission",
  model_not_found: "not-found",
  server_error: "server",
  server_is_overloaded: "overloaded",
  slow_down: "overloaded",
  invalid_prompt: "invalid-request",
};

const KIND_OF_TYPE: Readonly<Record<string, ModelFailureKind>> = {
  insufficient_quota: "billing",
  // llama.cpp's server.
  exceed_context_size_error: "context-exceeded",
  authentication_error: "auth",
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
  503: "overloaded",
  504: "timeout",
  529: "overloaded",
};

/** Ollama answers a bare text, others an object; llama.cpp's code is the status as a number. */
const ErrorBody = z.union([
  z.string().transform((message) => ({ message, type: undefined, code: undefined })),
  z.object({
    message: z.string().nullish(),
    type: z.string().nullish(),
    code: z
      .union([z.string(), z.number().transform(() => null)])
      .nullish()
      .catch(null),
  }),
]);

type ErrorFacts = {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** What stands in `error` of the body, or in an event of a stream. */
  readonly error: unknown;
};

export type ClassificationContext = {
  readonly now: Date;
  /** By our own count the prompt nearly fills the window or more: compatible servers have no code for "prompt too long". */
  readonly isPromptSuspect: boolean;
  /** True once a response had begun: what breaks then is the provider's stream, not our request. */
  readonly hasAnswered: boolean;
  /** Cut out of every message. */
  readonly apiKey: string;
};

/** Classifies whatever was thrown before or while a reply came in. */
export function classifyThrown(error: unknown, context: ClassificationContext): ModelFailure {
  if (error instanceof OpenAI.APIConnectionTimeoutError) {
    return modelFailure({ kind: "timeout", code: "connect-timeout", message: "The provider did not answer in time." });
  }
  if (error instanceof OpenAI.APIError && !isConnectionError(error)) {
    return classifyError({ status: error.status, headers: error.headers, error: error.error }, context);
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
  const stated = ErrorBody.safeParse(facts.error).data;
  const code = stated?.code ?? undefined;
  const type = stated?.type ?? undefined;
  return modelFailure({
    kind: kindOf({ code, type, status: facts.status }, context),
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
  const byCode = KIND_OF_CODE[marks.code ?? ""];
  if (byCode !== undefined) return byCode;
  const kind = KIND_OF_TYPE[marks.type ?? ""] ?? KIND_OF_STATUS[marks.status ?? 0] ?? kindOfRange(marks.status);
  return kind === "invalid-request" && marks.code === undefined && context.isPromptSuspect ? "context-exceeded" : kind;
}

function kindOfRange(status: number | undefined): ModelFailureKind {
  return status !== undefined && status >= 400 && status < 500 ? "invalid-request" : "server";
}

function isConnectionError(error: unknown): boolean {
  return error instanceof OpenAI.APIConnectionError;
}
