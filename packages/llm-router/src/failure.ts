import type { ModelFailure, ModelFailureKind } from "@cadre/domain";

/** Whether trying the same call again later can help. */
const RETRYABLE: Readonly<Record<ModelFailureKind, boolean>> = {
  aborted: false,
  network: true,
  timeout: true,
  "rate-limit": true,
  overloaded: true,
  server: true,
  auth: false,
  billing: false,
  permission: false,
  "invalid-request": false,
  "context-exceeded": false,
  "not-found": false,
  "too-large": false,
  "spend-limit": false,
};

/** Whether another target may succeed where this one failed. The rest would fail anywhere, or was wanted. */
const WORTH_ANOTHER_TARGET: Readonly<Record<ModelFailureKind, boolean>> = {
  aborted: false,
  network: true,
  timeout: true,
  "rate-limit": true,
  overloaded: true,
  server: true,
  auth: true,
  billing: true,
  permission: true,
  "invalid-request": true,
  "context-exceeded": false,
  "not-found": true,
  "too-large": false,
  "spend-limit": true,
};

type FailureParts = {
  readonly kind: ModelFailureKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Unset: what the kind says. */
  readonly isRetryable?: boolean | undefined;
};

/** Builds a failure; whether it is retryable follows from its kind unless the provider said otherwise. */
export function modelFailure(parts: FailureParts): ModelFailure {
  return {
    kind: parts.kind,
    status: parts.status,
    code: parts.code,
    message: parts.message,
    retryAfterMs: parts.retryAfterMs,
    isRetryable: parts.isRetryable ?? RETRYABLE[parts.kind],
  };
}

export function isRetryableKind(kind: ModelFailureKind): boolean {
  return RETRYABLE[kind];
}

export function mayFallBack(failure: ModelFailure): boolean {
  return WORTH_ANOTHER_TARGET[failure.kind];
}

/** The caller stopped the call. */
export function abortedFailure(): ModelFailure {
  return modelFailure({ kind: "aborted", message: "The model call was stopped by the caller." });
}
