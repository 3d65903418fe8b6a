import { expect, test } from "vitest";
import { parseToolArguments } from "./tool-arguments.ts";

test("an object is taken, nothing is an empty object", () => {
  expect(parseToolArguments('{"a":[1]}')).toEqual({ args: { a: [1] } });
  expect(parseToolArguments("")).toEqual({ args: {} });
});

test.each(["[1]", "null", '"text"', "7"])("%s is JSON but no object: the model is told", (json) => {
  expect(parseToolArguments(json)).toEqual({ args: {}, argsError: expect.stringContaining("not an object") });
});

test.each(['{"a":', "{'a':1}", "undefined"])("%s is no JSON: the model is told", (json) => {
  expect(parseToolArguments(json)).toEqual({ args: {}, argsError: expect.stringContaining("not valid JSON") });
});
