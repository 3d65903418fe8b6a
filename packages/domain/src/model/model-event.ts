import type { AssistantMessage } from "./message.ts";
import type { ModelRef } from "./model-request.ts";
import type { Usage } from "./usage.ts";

export const STOP_REASONS = ["end", "tool-use", "max-tokens", "refusal", "paused", "context-exceeded"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A finished reply, with what it used. */
export type ModelReply = {
  readonly model: ModelRef;
  readonly message: AssistantMessage;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  readonly requestId: string | undefined;
  readonly isSimulated: boolean;
};

export const MODEL_FAILURE_KINDS = [
  "aborted",
  "network",
  "timeout",
  "rate-limit",
  "overloaded",
  "server",
  "auth",
  "billing",
  "permission",
  "invalid-request",
  "context-exceeded",
  "not-found",
  "too-large",
  "spend-limit",
] as const;
export type ModelFailureKind = (typeof MODEL_FAILURE_KINDS)[number];

/** Why a call failed, classified once at the provider's edge by type and code, never by grepping its text. */
export type ModelFailure = {
  readonly kind: ModelFailureKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
  /** The provider's own wait, parsed from seconds, a date or milliseconds. */
  readonly retryAfterMs: number | undefined;
  readonly isRetryable: boolean;
};

/**
 * A call as a stream. Once begun it never throws: the last event is `end` or `failed`, and `failed` carries the usage so far.
 */
export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thinking-delta"; readonly text: string }
  | { readonly type: "call-start"; readonly callId: string; readonly name: string }
  | { readonly type: "call-delta"; readonly callId: string; readonly json: string }
  | { readonly type: "end"; readonly reply: ModelReply }
  | { readonly type: "failed"; readonly failure: ModelFailure; readonly usage: Usage };
