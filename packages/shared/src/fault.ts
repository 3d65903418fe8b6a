/** The closed list of expected failures. Each kind has one HTTP status, translated at the edge. */
export const FAULT_KINDS = [
  "invalid",
  "unauthenticated",
  "forbidden",
  "not-found",
  "conflict",
  "stale",
  "limit",
  "unavailable",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export type FaultOptions = {
  /** One sentence for a person: what happened, why, and what to do. */
  readonly message: string;
  /** The input field at fault, as a path such as `checks.0.command`. */
  readonly field?: string;
  /** Facts a client can act on, such as the allowed moves; shown in the problem document. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
};

/** An expected failure. `code` is stable and reads `feature.reason`. Anything else thrown is a bug. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly code: string;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: FaultKind, code: string, options: FaultOptions) {
    super(options.message, { cause: options.cause });
    this.name = "Fault";
    this.kind = kind;
    this.code = code;
    this.field = options.field;
    this.details = options.details ?? {};
  }
}

export function isFault(error: unknown, code?: string): error is Fault {
  return error instanceof Fault && (code === undefined || error.code === code);
}
