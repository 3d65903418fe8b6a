import { expect, test } from "vitest";
import type { ModelFailureKind } from "@cadre/domain";
import { modelFailure } from "./failure.ts";
import { type Tried, verdictOf } from "./tried.ts";

function tried(kind: ModelFailureKind, reason: Tried["reason"] = "call-failed", retryAfterMs?: number): Tried {
  return {
    target: { provider: "a", model: "m" },
    reason,
    failure: modelFailure({ kind, message: kind, retryAfterMs }),
  };
}

test("the retryable failure with the shortest wait speaks for the chain", () => {
  const chain = [
    tried("auth"),
    tried("rate-limit", "call-failed", 90_000),
    tried("overloaded", "breaker-open", 20_000),
    tried("spend-limit", "budget-refused"),
  ];
  expect(verdictOf(chain)?.kind).toBe("overloaded");
});

test("without one, what a provider said wins over what we decided", () => {
  expect(verdictOf([tried("spend-limit", "budget-refused"), tried("auth")])?.kind).toBe("auth");
  expect(verdictOf([tried("spend-limit", "budget-refused")])?.kind).toBe("spend-limit");
  expect(verdictOf([])).toBeUndefined();
});
