import { MODEL_FAILURE_KINDS } from "@cadre/domain";
import { modelFailure } from "@cadre/llm-router";
import { expect, test } from "vitest";
import { failureWords } from "./failure-words.ts";

const provider = { name: "Attic" };

test.each(MODEL_FAILURE_KINDS)("a %s failure says who, what and what to do", (kind) => {
  const words = failureWords(provider, modelFailure({ kind, status: 400, code: "a_code", message: "No such thing." }));
  expect(words).toMatch(/^Attic.*: .*\. .+\.$/);
});

test("the provider's own words stand between its marks and our advice", () => {
  const failure = modelFailure({ kind: "auth", status: 401, code: "invalid_api_key", message: "Incorrect API key." });
  expect(failureWords(provider, failure)).toBe(
    "Attic (401, invalid_api_key): Incorrect API key. The key was refused. Copy it again from the vendor's pages.",
  );
  const bare = modelFailure({ kind: "network", message: "The connection failed." });
  expect(failureWords(provider, bare)).toMatch(/^Attic: The connection failed\. Check/);
});
