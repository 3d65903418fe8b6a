import type { ModelFailure, ModelFailureKind, ModelRequest } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import { modelFailure } from "./failure.ts";
import { networkCode, statedMessage } from "./failure-words.ts";
import type { CallOptions, ProviderDeps } from "./provider.ts";
import { retryAfterMs } from "./retry-after.ts";
import { worstCasePromptTokens } from "./worst-case.ts";

type Kinds = Readonly<Record<string, ModelFailureKind>>;

/** What statuses mean with every vendor, unless it says otherwise. */
const KIND_OF_STATUS: Kinds = {
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

/** What an API said about a failure. */
export type StatedError = {
  readonly code: string | undefined;
  readonly type: string | undefined;
  readonly message: string | undefined;
};

/** A vendor's words for failures, and how its SDK throws them. */
export type VendorErrors = {
  readonly kindOfCode: Kinds;
  readonly kindOfType: Kinds;
  readonly kindOfStatus: Kinds;
  /** Reads the error in a body or an event; undefined when it has not the vendor's form. */
  readonly read: (error: unknown) => StatedError | undefined;
  readonly isTimeout: (error: unknown) => boolean;
  /** Timeouts included. */
  readonly isConnectionError: (error: unknown) => boolean;
  /** The parts of an error that an answer of the API became; undefined for what else is thrown. */
  readonly answered: (error: unknown) => ErrorFacts | undefined;
};

export type ErrorFacts = {
  /** Undefined inside a stream. */
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** What `read` reads. */
  readonly error: unknown;
};

export type ClassificationContext = {
  readonly now: Date;
  /** By our own count the prompt nearly fills the window or more: not every API has a code for "prompt too long". */
  readonly isPromptSuspect: boolean;
  /** True once a response had begun: what breaks then is the provider's stream, not our request. */
  readonly hasAnswered: boolean;
  /** Cut out of every message. */
  readonly apiKey: string;
};

/** The call that failed: none for a list of models. */
type FailedCall = { readonly request: ModelRequest | undefined; readonly hasAnswered: boolean };

export function classificationContext(
  deps: ProviderDeps,
  { credentials }: CallOptions,
  { request, hasAnswered }: FailedCall,
): ClassificationContext {
  const isPromptSuspect = request !== undefined && mayOverflow(deps, request);
  return { now: deps.now(), hasAnswered, isPromptSuspect, apiKey: credentials.apiKey };
}

function mayOverflow({ catalogue }: ProviderDeps, request: ModelRequest): boolean {
  const model = catalogue.find(request.model);
  const window = model?.maxInputTokens ?? model?.contextWindowTokens ?? MODEL_LIMITS.unknownWindowTokens;
  return worstCasePromptTokens(request) >= window;
}

/** Classifies whatever was thrown before or while a reply came in. */
export function classifyThrown(vendor: VendorErrors, error: unknown, context: ClassificationContext): ModelFailure {
  if (vendor.isTimeout(error)) {
    return modelFailure({ kind: "timeout", code: "connect-timeout", message: "The provider did not answer in time." });
  }
  const answered = vendor.isConnectionError(error) ? undefined : vendor.answered(error);
  if (answered !== undefined) return classifyError(vendor, answered, context);
  const code = networkCode(error, vendor.isConnectionError);
  if (code !== undefined) {
    return modelFailure({ kind: "network", code, message: `The connection to the provider failed (${code}).` });
  }
  if (context.hasAnswered) {
    return modelFailure({ kind: "server", code: "malformed-event", message: "The provider sent an unreadable event." });
  }
  // The text of an unknown error may quote a header, and with it the key.
  const name = error instanceof Error ? error.name : typeof error;
  const message = `The request could not be made (${name}).`;
  return modelFailure({ kind: "invalid-request", code: "not-sent", message });
}

/** Classifies an error the API stated, by status or inside a stream (then without a status). */
export function classifyError(vendor: VendorErrors, facts: ErrorFacts, context: ClassificationContext): ModelFailure {
  const stated = vendor.read(facts.error);
  return modelFailure({
    kind: kindOf(vendor, { ...stated, status: facts.status }, context),
    status: facts.status,
    code: stated?.code ?? stated?.type,
    message: statedMessage(stated?.message, { status: facts.status, apiKey: context.apiKey }),
    retryAfterMs: retryAfterMs(facts.headers, context.now),
    ...(facts.headers?.get("x-should-retry") === "false" && { isRetryable: false }),
  });
}

/** What cut a stream that neither ended nor said why. */
export function cutFailure(): ModelFailure {
  const message = "The provider's stream ended in the middle of a reply.";
  return modelFailure({ kind: "network", code: "stream-cut", message });
}

type Marks = {
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly status: number | undefined;
};

/**
 * What decides, strongest first: code, type, status. The wording never does: a sentence such as "processed 403 files" must not look like a
 * refusal.
 */
function kindOf(vendor: VendorErrors, { code, type, status }: Marks, context: ClassificationContext): ModelFailureKind {
  const byCode = lookUp(vendor.kindOfCode, code);
  if (byCode !== undefined) return byCode;
  const byStatus = lookUp({ ...KIND_OF_STATUS, ...vendor.kindOfStatus }, status) ?? kindOfRange(status);
  const kind = lookUp(vendor.kindOfType, type) ?? byStatus;
  return kind === "invalid-request" && code === undefined && context.isPromptSuspect ? "context-exceeded" : kind;
}

/** A word of a stranger may be the name of something that every object has. */
function lookUp(kinds: Kinds, word: string | number | undefined): ModelFailureKind | undefined {
  return word !== undefined && Object.hasOwn(kinds, word) ? kinds[word] : undefined;
}

function kindOfRange(status: number | undefined): ModelFailureKind {
  return status !== undefined && status >= 400 && status < 500 ? "invalid-request" : "server";
}
