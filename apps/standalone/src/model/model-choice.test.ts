import { expect, test } from "vitest";
import { chooseModel } from "./model-choice.ts";

const bare = { configured: undefined, hasAnthropicKey: false, mayUseKey: undefined };

test("without a key and without configuration the simulated worker is used", () => {
  expect(chooseModel(bare).provider).toBe("simulated");
});

test("a key alone is never used: somebody must have allowed it", () => {
  expect(chooseModel({ ...bare, hasAnthropicKey: true }).provider).toBe("simulated");
  expect(chooseModel({ ...bare, hasAnthropicKey: true, mayUseKey: false }).provider).toBe("simulated");
  expect(chooseModel({ ...bare, hasAnthropicKey: true, mayUseKey: true }).provider).toBe("anthropic");
});

test("configuration wins over everything", () => {
  expect(chooseModel({ configured: "simulated", hasAnthropicKey: true, mayUseKey: true }).provider).toBe("simulated");
  expect(chooseModel({ configured: "anthropic", hasAnthropicKey: true, mayUseKey: false }).provider).toBe("anthropic");
});
