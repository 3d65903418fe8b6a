import type { Endpoint } from "@cadre/contracts";
import { Fault, isStorableText } from "@cadre/shared";
import type { z } from "zod";

/** The parts of a request that an endpoint's schemas describe. */
export type RawInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
};

export type ParsedInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly version: number;
};

/** Parses a request once, at the edge. Every problem is named by its field; nothing behind the edge checks again. */
export function parseInput(endpoint: Endpoint, raw: RawInput): ParsedInput {
  refuseUnstorableText(raw.body, "");
  return {
    params: parsePart(endpoint.params, raw.params, "path"),
    query: parsePart(endpoint.query, raw.query, "query"),
    body: parsePart(endpoint.body, raw.body ?? {}, ""),
    version: endpoint.ifMatch === "required" ? versionOf(raw.ifMatch) : 0,
  };
}

function parsePart(schema: z.ZodType | undefined, value: unknown, prefix: string): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    field: [...(prefix === "" ? [] : [prefix]), ...issue.path.map(String)].join(".") || "(body)",
    message: issue.message,
  }));
  const first = errors[0];
  throw new Fault("invalid", "request.invalid", {
    message: `The request was not carried out: ${first?.field ?? "the body"}: ${first?.message ?? "is invalid"}.`,
    details: { errors },
  });
}

/** Neither NUL nor a lone surrogate can be stored; they are refused where they come in, never silently changed. */
function refuseUnstorableText(value: unknown, path: string): void {
  if (typeof value === "string") {
    if (isStorableText(value)) return;
    throw new Fault("invalid", "request.unstorable-text", {
      message: `The text contains a NUL character or half of a surrogate pair, which cannot be stored. Remove it and send again.`,
      field: path === "" ? "(body)" : path,
    });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) refuseUnstorableText(member, path === "" ? key : `${path}.${key}`);
}

/** Reads `If-Match: "7"` (also `W/"7"` and a bare 7). */
function versionOf(header: string | undefined): number {
  if (header === undefined) {
    throw new Fault("invalid", "request.precondition-required", {
      message: "Say which version you changed: send If-Match with the ETag of the resource as you read it.",
    });
  }
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (digits !== undefined) return Number(digits);
  throw new Fault("invalid", "request.invalid", {
    message: 'If-Match must be the ETag of the resource, such as "3".',
    field: "If-Match",
  });
}
