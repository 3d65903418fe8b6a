import OpenAI from "openai";
import { z } from "zod";
import type { VendorErrors } from "../../failure-classification.ts";

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

/**
 * Sources: the vendor's error pages, the types of its SDK (`ResponseError.code`), and the servers of llama.cpp and Ollama. An error is what
 * stands in `error` of the body, or in an event of a stream.
 */
export const OPENAI_ERRORS: VendorErrors = {
  kindOfCode: {
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
  },
  kindOfType: {
    insufficient_quota: "billing",
    // llama.cpp's server.
    exceed_context_size_error: "context-exceeded",
    authentication_error: "auth",
  },
  kindOfStatus: { 503: "overloaded" },
  read: (error) => {
    const stated = ErrorBody.safeParse(error).data;
    if (stated === undefined) return undefined;
    return { code: stated.code ?? undefined, type: stated.type ?? undefined, message: stated.message ?? undefined };
  },
  isTimeout: (error) => error instanceof OpenAI.APIConnectionTimeoutError,
  isConnectionError: (error) => error instanceof OpenAI.APIConnectionError,
  answered: (error) => (error instanceof OpenAI.APIError ? factsOf(error) : undefined),
};

function factsOf({
  status,
  headers,
  error,
}: InstanceType<typeof OpenAI.APIError>): ReturnType<VendorErrors["answered"]> {
  return { status, headers, error };
}
