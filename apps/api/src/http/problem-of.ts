import type { Problem } from "@cadre/contracts";
import { isConnectionLost } from "@cadre/engine";
import { Fault, type FaultKind } from "@cadre/shared";
import { HttpException } from "@nestjs/common";

/** The one translation from kinds of failure to HTTP. */
const STATUS_OF_KIND: Readonly<Record<FaultKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  stale: 412,
  limit: 429,
  unavailable: 503,
};

/** Codes whose status is finer than their kind's. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  "idempotency.key-reused": 422,
  "request.precondition-required": 428,
  "request.foreign-host": 421,
  "request.too-large": 413,
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  409: "Conflict",
  412: "Out of date",
  413: "Too large",
  415: "Wrong content type",
  421: "Wrong host",
  422: "Idempotency key reused",
  428: "Version required",
  429: "Too many requests",
  431: "Headers too large",
  500: "Internal error",
  503: "Unavailable",
};

/** What a client is told of whatever was thrown. Only a `Fault` speaks for itself; a bug tells nothing of its inside. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Fault) return problemOfFault(error);
  if (isConnectionLost(error)) return problemOfFault(databaseLost());
  if (error instanceof HttpException) return problemOfStatus(error.getStatus(), error.message);
  const status = statusCodeOf(error);
  if (status !== undefined && status < 500) return problemOfStatus(status, messageOf(error));
  return problemOfStatus(500, "");
}

function databaseLost(): Fault {
  return new Fault("unavailable", "database.unreachable", {
    message:
      "The database went away meanwhile, so whether this was done is not known. Send it again with the same Idempotency-Key, or look first.",
  });
}

/** The status of a fault. */
export function statusOf(kind: FaultKind, code: string): number {
  return STATUS_OF_CODE[code] ?? STATUS_OF_KIND[kind];
}

function problemOfFault(fault: Fault): Problem {
  const status = statusOf(fault.kind, fault.code);
  const { errors, ...details } = fault.details;
  return {
    type: "about:blank",
    title: TITLES[status] ?? "Failed",
    status,
    code: fault.code,
    detail: fault.message,
    ...(fault.field === undefined ? {} : { errors: [{ field: fault.field, message: fault.message }] }),
    ...(isFieldErrors(errors) ? { errors } : {}),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}

function isFieldErrors(value: unknown): value is { field: string; message: string }[] {
  return Array.isArray(value);
}

/** Failures of the HTTP layer itself: a body that is no JSON or too large, a route that does not exist. */
export function problemOfStatus(status: number, message: string): Problem {
  const known: Readonly<Record<number, { code: string; detail: string }>> = {
    400: {
      code: "request.malformed",
      detail: `The request cannot be read: ${message.replace(/\.$/, "")}. Send valid JSON in UTF-8.`,
    },
    404: {
      code: "request.no-such-route",
      detail: "There is nothing at this address. See /api/openapi.json.",
    },
    413: {
      code: "request.too-large",
      detail: "The body is too large, so it was not read. Send less; large results belong into deliverables.",
    },
    415: { code: "request.media-type", detail: "Send the body as application/json." },
    431: { code: "request.headers-too-large", detail: "The headers are larger than 16 KB. Send less." },
    500: {
      code: "internal",
      detail:
        "Something broke on our side and was logged. Sending it again with the same Idempotency-Key does it once.",
    },
  };
  const { code, detail } = known[status] ?? { code: "request.failed", detail: message };
  return { type: "about:blank", title: TITLES[status] ?? "Failed", status, code, detail };
}

/** An address that is there, but not for this method. */
export function methodProblem(allowed: readonly string[]): Problem {
  return {
    type: "about:blank",
    title: TITLES[405] ?? "Failed",
    status: 405,
    code: "request.method-not-allowed",
    detail: `This address answers to ${allowed.join(", ")}. See /api/openapi.json.`,
  };
}

function statusCodeOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  return typeof error.statusCode === "number" ? error.statusCode : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
