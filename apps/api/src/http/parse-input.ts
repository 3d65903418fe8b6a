import type { Endpoint } from "@cadre/contracts";
import { API_LIMITS, Fault, isStorableText } from "@cadre/shared";
import { z } from "zod";
import { withOpenCursor } from "./cursors.ts";
import { versionIn } from "./entity-tags.ts";
import { type FieldError, fieldErrors } from "./field-errors.ts";

/** What zod found, without the Error that it would make of it: that costs more than finding it. */
class Findings {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    this.issues = issues;
  }
}

const safeParse = z.core._safeParse(Findings as unknown as z.core.$ZodErrorClass);

/** The parts of a request that an endpoint's schemas describe. */
export type RawInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: { readonly "if-match"?: string | undefined };
};

export type ParsedInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly version: number | undefined;
};

/** Parses a request once, at the edge. Every problem is named by its field; nothing behind the edge checks again. */
export function parseInput(endpoint: Endpoint, raw: RawInput): ParsedInput {
  refuseUnstorableText(raw.params, "path");
  refuseUnstorableText(raw.query, "query");
  refuseUnstorableText(raw.body, "");
  return {
    params: parsePart(endpoint.params, raw.params, "path"),
    query: withOpenCursor(endpoint, parsePart(endpoint.query, raw.query, "query")),
    body: parsePart(endpoint.body, raw.body ?? {}, ""),
    version: versionFor(endpoint, raw.headers["if-match"]),
  };
}

function parsePart(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (schema === undefined) return undefined;
  const parsed = safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw withoutStack(() => invalid(fieldErrors(parsed.error.issues, place)));
}

/** A refusal is told and never logged: where it was made interests nobody, and to find out costs more than the parsing. */
function withoutStack(make: () => Fault): Fault {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function invalid(errors: readonly FieldError[]): Fault {
  const told = errors.map(({ field, message }) => `${field}: ${message}`).join("; ");
  return new Fault("invalid", "request.invalid", {
    message: `Nothing was changed. Put this right and send it again: ${told}.`,
    details: { errors },
  });
}

/** Neither NUL nor a lone surrogate can be stored; they are refused where they come in, never silently changed. */
function refuseUnstorableText(value: unknown, path: string, depth = 0): void {
  if (typeof value === "string") {
    if (!isStorableText(value)) throw unstorable(path);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= API_LIMITS.bodyDepth) throw tooDeep(path);
  for (const [key, member] of Object.entries(value)) {
    if (!isStorableText(key)) throw unstorable(path);
    refuseUnstorableText(member, path === "" ? key : `${path}.${key}`, depth + 1);
  }
}

function unstorable(path: string): Fault {
  return new Fault("invalid", "request.unstorable-text", {
    message:
      "The text contains a NUL character or half of a surrogate pair, which cannot be stored. Remove it and send again.",
    field: path === "" ? "(body)" : path,
  });
}

function tooDeep(path: string): Fault {
  return new Fault("invalid", "request.too-deep", {
    message: `Values are nested more than ${API_LIMITS.bodyDepth} levels deep. Send a flatter body.`,
    field: path.split(".")[0] ?? "(body)",
  });
}

function versionFor(endpoint: Endpoint, header: string | undefined): number | undefined {
  if (endpoint.ifMatch === undefined) return undefined;
  if (header !== undefined) return versionOf(header);
  if (endpoint.ifMatch === "optional") return undefined;
  throw new Fault("invalid", "request.precondition-required", {
    message: "Say which version you change: send If-Match with the ETag of the resource as you read it.",
    field: "If-Match",
  });
}

function versionOf(header: string): number {
  const version = versionIn(header.trim());
  if (version !== undefined) return version;
  throw new Fault("invalid", "request.invalid", {
    message: 'If-Match must be the ETag of the resource as you read it, such as "3".',
    field: "If-Match",
  });
}
