import { defineEndpoint, taskEndpoints } from "@cadre/contracts";
import { Fault } from "@cadre/shared";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput } from "./parse-input.ts";

const nothing = { params: {}, query: {}, body: undefined, headers: {} };
const { create, update, move, list } = taskEndpoints;

function refusal(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

const whole = { projectId: "p", title: "t", assigneeId: "a", reviewerId: "r" };

test("every problem is named at once, by its field", () => {
  const body = {
    ...whole,
    title: "x".repeat(10_000),
    projectId: undefined,
    checks: [{ kind: "file_exists" }],
    extra: 1,
  };
  const fault = refusal(() => parseInput(create, { ...nothing, body: JSON.parse(JSON.stringify(body)) }));
  expect(fault.details["errors"]).toEqual([
    { field: "projectId", message: "is missing" },
    { field: "title", message: "must have at most 200 characters" },
    { field: "checks.0.path", message: "is missing" },
    { field: "extra", message: "there is no such field" },
  ]);
});

test("of a value that may have several forms, the nearest one speaks", () => {
  const fault = refusal(() => parseInput(create, { ...nothing, body: { ...whole, schedule: { every: "1s" } } }));
  expect(fault.details["errors"]).toEqual([{ field: "schedule.every", message: expect.stringContaining("from 1m") }]);
});

test("a query is named as one", () => {
  const fault = refusal(() => parseInput(list, { ...nothing, query: { status: "review,asleep", limit: "1000" } }));
  expect(fault.details["errors"]).toMatchObject([
    { field: "query.status.1" },
    { field: "query.limit", message: "must be at most 100" },
  ]);
  const parsed = parseInput(list, { ...nothing, query: { status: ["review", "blocked, failed"] } });
  expect(parsed.query).toMatchObject({ status: ["review", "blocked", "failed"], limit: 20 });
});

test.each([
  ['"7"', 7],
  ['W/"12"', 12],
  [" 3 ", 3],
])("If-Match %s names version %i", (ifMatch, version) => {
  expect(
    parseInput(update, { ...nothing, params: { taskId: "t" }, body: {}, headers: { "if-match": ifMatch } }).version,
  ).toBe(version);
});

test.each([
  "*",
  '"abc"',
  '"1',
  '"1", "2"',
  "",
  "-1",
  '"3"junk',
  '"3" junk',
  "3junk",
  '"3-junk"',
  '"3-"',
  '"3-AAAAAAAAAAAAAAAA"',
])("If-Match %s names no version", (ifMatch) => {
  const fault = refusal(() =>
    parseInput(update, { ...nothing, params: { taskId: "t" }, body: {}, headers: { "if-match": ifMatch } }),
  );
  expect(fault).toMatchObject({ code: "request.invalid", field: "If-Match" });
});

test("a version is demanded of an update, and may be given with a move", () => {
  const bare = { ...nothing, params: { taskId: "t" } };
  expect(refusal(() => parseInput(update, { ...bare, body: {} })).code).toBe("request.precondition-required");
  expect(parseInput(move, { ...bare, body: { move: "cancel" } }).version).toBeUndefined();
  expect(parseInput(move, { ...bare, body: { move: "cancel" }, headers: { "if-match": '"4"' } }).version).toBe(4);
});

const anything = defineEndpoint({
  id: "test.anything",
  method: "POST",
  path: "/anything",
  summary: "Takes anything.",
  access: "public",
  body: z.unknown(),
  response: z.unknown(),
  status: 200,
});

test("a text that cannot be stored is refused wherever it stands, and nothing else is", () => {
  const json = fc.jsonValue({ depthSize: "medium" });
  fc.assert(
    fc.property(
      json,
      fc.constantFrom("a\u0000b", "\ud800", "\udc00 tail"),
      fc.array(fc.nat(3), { maxLength: 4 }),
      (value, bad, way) => {
        const text = JSON.stringify(value);
        const isClean = !text.includes("\\u0000") && !/\\ud[89a-f]/i.test(text);
        const clean = (): unknown => parseInput(anything, { ...nothing, body: value });
        if (isClean) expect(clean).not.toThrow();
        const buried = way.reduce<unknown>((inner, at) => (at % 2 === 0 ? [value, inner] : { inner, value }), bad);
        expect(refusal(() => parseInput(anything, { ...nothing, body: buried })).code).toBe("request.unstorable-text");
        expect(refusal(() => parseInput(anything, { ...nothing, body: { [bad]: 1 } })).code).toBe(
          "request.unstorable-text",
        );
      },
    ),
  );
});

test("a body nested deeper than anybody needs is refused, however deep it is", () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown;
  expect(refusal(() => parseInput(anything, { ...nothing, body: deep })).code).toBe("request.too-deep");
});
