import { Fault, type FaultKind } from "@cadre/shared";
import type { Problem } from "@cadre/contracts";
import type { Logger } from "@cadre/server-kit";
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";

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
  "request.too-large": 413,
  "idempotency.key-reused": 422,
  "request.precondition-required": 428,
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  412: "Out of date",
  413: "Too large",
  422: "Idempotency key reused",
  428: "Version required",
  429: "Too many requests",
  500: "Internal error",
  503: "Unavailable",
};

/** The edge: turns whatever was thrown into a problem document, and logs what is a bug with its cause. */
@Catch()
export class FaultFilter implements ExceptionFilter {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const problem = problemOf(error);
    if (problem.status >= 500) this.#log.error({ err: error, requestId: request.id, url: request.url }, problem.title);
    if (reply.sent || reply.raw.headersSent) return;
    void reply
      .status(problem.status)
      .header("content-type", "application/problem+json")
      .send(JSON.stringify({ ...problem, instance: request.id }));
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Fault) return problemOfFault(error);
  if (error instanceof HttpException) return problemOfStatus(error.getStatus(), error.message);
  const status = statusCodeOf(error);
  if (status !== undefined && status < 500) return problemOfStatus(status, messageOf(error));
  return {
    type: "about:blank",
    title: TITLES[500] ?? "Internal error",
    status: 500,
    code: "internal",
    detail:
      "Something broke on our side and was logged. Nothing was changed; trying again is safe with an Idempotency-Key.",
  };
}

function problemOfFault(fault: Fault): Problem {
  const status = STATUS_OF_CODE[fault.code] ?? STATUS_OF_KIND[fault.kind];
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
function problemOfStatus(status: number, message: string): Problem {
  const known: Readonly<Record<number, { code: string; detail: string }>> = {
    400: { code: "request.malformed", detail: `The request cannot be read: ${message} Send valid JSON in UTF-8.` },
    404: { code: "request.no-such-route", detail: "There is nothing at this address. See /api/openapi.json." },
    413: {
      code: "request.too-large",
      detail: "The body is larger than 1 MB. Send less, or upload files as deliverables.",
    },
    415: { code: "request.media-type", detail: "Send the body as application/json." },
  };
  const { code, detail } = known[status] ?? { code: "request.failed", detail: message };
  return { type: "about:blank", title: TITLES[status] ?? "Failed", status, code, detail };
}

function statusCodeOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  return typeof error.statusCode === "number" ? error.statusCode : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
