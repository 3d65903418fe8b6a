import type { Mutation } from "./mutation.ts";

export const MUTATIONS: readonly Mutation[] = [
  {
    breaks: "A key in the environment is never used before a person allowed it.",
    file: "apps/standalone/src/model/model-choice.ts",
    search: "if (!facts.hasAnthropicKey) return simulated(",
    replace: 'if (facts.hasAnthropicKey) return { provider: "anthropic", reason: "" };\n  return simulated(',
    tests: ["apps/standalone/src/model/model-choice.test.ts"],
  },
  {
    breaks: "The lock of a living process holds.",
    file: "apps/standalone/src/home/home-lock.ts",
    search: "processIdentity(holder.pid) !== holder.identity",
    replace: "processIdentity(holder.pid) === holder.identity",
    tests: ["apps/standalone/src/home/home-lock.test.ts"],
  },
];
