import { expect, test } from "vitest";
import { ApiProblem, explainProblem, fieldError } from "./problem.ts";

const LONG = "W".repeat(1_000_000);
const TURNED = "\u202Eexe.txt\u001b[31m red";

function refused(text: string): ApiProblem {
  const errors = [{ field: "name", message: text }];
  const problem = { type: "about:blank", title: text, status: 500, code: "test.refused", detail: text, errors };
  return new ApiProblem(problem, { requestId: text, attempts: 1 });
}

test("what the API quotes of others is made safe before anybody shows it", () => {
  expect(explainProblem(refused(TURNED)).happened).toBe("exe.txt red");
  expect(explainProblem(refused(TURNED)).remedy).toMatch(/exe\.txt red\.$/);
  expect(fieldError(refused(TURNED), "name")).toBe("exe.txt red");
});

test("a sentence about a failure stays as short as one, whatever it quotes", () => {
  const { happened, remedy } = explainProblem(refused(LONG));
  for (const text of [happened, remedy, fieldError(refused(LONG), "name")]) expect(text?.length).toBeLessThan(1_200);
  expect(happened).toMatch(/W…$/);
  expect(explainProblem(new Error(LONG)).tried?.length).toBeLessThan(1_200);
});

test("an ordinary sentence stands as the API said it", () => {
  expect(explainProblem(refused("No agent has this name.")).happened).toBe("No agent has this name.");
  expect(fieldError(refused("must be shorter"), "name")).toBe("Must be shorter");
});
