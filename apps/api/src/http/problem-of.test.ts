import { Problem } from "@cadre/contracts";
import { Fault, FAULT_KINDS, type FaultKind } from "@cadre/shared";
import { NotFoundException } from "@nestjs/common";
import { expect, test } from "vitest";
import { problemOf } from "./problem-of.ts";

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  stale: 412,
  limit: 429,
  unavailable: 503,
} as const satisfies Record<FaultKind, number>;

test.each(FAULT_KINDS)("a fault of kind %s has its status, code, sentence and details", (kind) => {
  const fault = new Fault(kind, "feature.reason", {
    message: "It went wrong.",
    field: "title",
    details: { currentVersion: 3 },
  });
  const problem = problemOf(fault);
  expect(Problem.parse(problem)).toEqual({
    type: "about:blank",
    title: expect.stringMatching(/^[A-Z]/),
    status: STATUS[kind],
    code: "feature.reason",
    detail: "It went wrong.",
    errors: [{ field: "title", message: "It went wrong." }],
    details: { currentVersion: 3 },
  });
});

test.each([
  ["idempotency.key-reused", 422],
  ["request.precondition-required", 428],
  ["request.foreign-host", 421],
])("%s has a status of its own", (code, status) => {
  expect(problemOf(new Fault("conflict", code, { message: "…" })).status).toBe(status);
});

test("a bug tells nothing of its inside", () => {
  const problem = problemOf(new TypeError("Cannot read properties of undefined (reading 'secret')"));
  expect(problem.status).toBe(500);
  expect(problem.code).toBe("internal");
  expect(JSON.stringify(problem)).not.toContain("secret");
});

test.each([
  Object.assign(new Error("terminating connection"), { code: "57P01" }),
  Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
  new Error("Connection terminated unexpectedly"),
])("a database that went away promises nothing about the change: %s", (error) => {
  const problem = problemOf(error);
  expect(problem).toMatchObject({ status: 503, code: "database.unreachable" });
  expect(problem.detail).toContain("not known");
});

test("what the HTTP layer throws is a problem too", () => {
  expect(problemOf(new NotFoundException())).toMatchObject({ status: 404, code: "request.no-such-route" });
  expect(problemOf(Object.assign(new Error("big"), { statusCode: 413 }))).toMatchObject({ code: "request.too-large" });
  expect(problemOf(Object.assign(new Error("secret"), { statusCode: 502 }))).toMatchObject({
    status: 500,
    code: "internal",
  });
});
