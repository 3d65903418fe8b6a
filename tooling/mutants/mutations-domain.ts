import type { Mutation } from "./mutation.ts";

/** Pure rules: state tables, rights, retries, loops, breakers, prompts. */
export const DOMAIN_MUTATIONS: readonly Mutation[] = [
  {
    breaks: "A rejected task can only be archived.",
    file: "packages/domain/src/tasks/task-state.ts",
    search: 'rejected: { archive: "archived" },',
    replace: 'rejected: { archive: "archived", reopen: "in_progress" },',
    tests: ["packages/domain/src/tasks/task-state.test.ts"],
  },
  {
    breaks: "Nobody judges a round that they wrote in.",
    file: "packages/domain/src/tasks/task-access.ts",
    search: 'isVerdict && actor.kind === "agent" && isAuthor(actor.id, standing)',
    replace: 'isVerdict && actor.kind === "agent" && actor.id === "nobody"',
    tests: ["packages/domain/src/tasks/task-access.test.ts"],
  },
  {
    breaks: "Tasks never wait for each other in a circle.",
    file: "packages/domain/src/tasks/task-dependencies.ts",
    search: "if (forId === edge.taskId) return wayTo(",
    replace: "if (forId === edge.forId) return wayTo(",
    tests: ["packages/domain/src/tasks/task-dependencies.test.ts"],
  },
  {
    breaks: "A failure that the same request meets again is not retried.",
    file: "packages/domain/src/tasks/task-retry.ts",
    search: 'if (error.isFatal) return { kind: "fail", reason: "fatal" };',
    replace: "",
    tests: ["packages/domain/src/tasks/task-retry.test.ts"],
  },
  {
    breaks: "The same error is retried three times at most.",
    file: "packages/domain/src/tasks/task-retry.ts",
    search: "const same = isSame ? counts.sameErrorRetries : 0;",
    replace: "const same = isSame ? 0 : counts.sameErrorRetries;",
    tests: ["packages/domain/src/tasks/task-retry.test.ts"],
  },
  {
    breaks: "The third identical call with an identical result stops the run.",
    file: "packages/harness/src/loop-detector.ts",
    search: "repeats >= RUN_LIMITS.loopSameResultBreak",
    replace: "repeats > RUN_LIMITS.loopSameResultBreak",
    tests: ["packages/harness/src/loop-detector.test.ts"],
  },
  {
    breaks: "One agent's bad request does not take the model from everyone.",
    file: "packages/llm-router/src/breaker.ts",
    search: '"invalid-request": "none",',
    replace: '"invalid-request": "provider-at-once",',
    tests: ["packages/llm-router/src/breaker.test.ts"],
  },
  {
    breaks: "A cache breakpoint stands within the provider's lookback.",
    file: "packages/core/src/cache/cache-marks.ts",
    search: "<= PROMPT_LIMITS.cacheLookbackBlocks",
    replace: "<= 10 * PROMPT_LIMITS.cacheLookbackBlocks",
    tests: ["packages/core/src/cache/cache-marks.test.ts"],
  },
  {
    breaks: "The folder of agent a1 does not contain that of agent a10.",
    file: "packages/tool-selector/src/path-roots.ts",
    search: "path.startsWith(folder.endsWith(sep) ? folder : folder + sep)",
    replace: "path.startsWith(folder)",
    tests: ["packages/tool-selector/src/path-wall.test.ts"],
  },
  {
    breaks: "A force push is denied in every spelling.",
    file: "packages/tool-selector/src/policy/git-push-policy.ts",
    search: 'name.startsWith("--forc")',
    replace: 'name === "--force"',
    tests: ["packages/tool-selector/src/policy/command-policy.test.ts"],
  },
];
