import Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { VendorErrors } from "../../failure-classification.ts";

const ErrorBody = z.object({
  error: z.object({
    type: z.string().nullish(),
    message: z.string().nullish(),
    details: z.object({ error_code: z.string().nullish() }).nullish(),
  }),
});

/** Sources: the API's error pages and the SDK's error types. An error is the whole body, `{ error: { type, message, details } }`. */
export const ANTHROPIC_ERRORS: VendorErrors = {
  kindOfCode: {
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
  },
  kindOfType: {
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
  },
  kindOfStatus: {},
  read: (body) => {
    const stated = ErrorBody.safeParse(body).data?.error;
    if (stated === undefined) return undefined;
    const { type, message, details } = stated;
    return { code: details?.error_code ?? undefined, type: type ?? undefined, message: message ?? undefined };
  },
  isTimeout: (error) => error instanceof Anthropic.APIConnectionTimeoutError,
  isConnectionError: (error) => error instanceof Anthropic.APIConnectionError,
  answered: (error) => (error instanceof Anthropic.APIError ? factsOf(error) : undefined),
};

function factsOf({
  status,
  headers,
  error,
}: InstanceType<typeof Anthropic.APIError>): ReturnType<VendorErrors["answered"]> {
  return { status, headers, error };
}
