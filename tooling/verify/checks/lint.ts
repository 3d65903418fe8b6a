import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** oxlint with its type-aware rules and our own. */
export const lint: Check = {
  name: "lint",
  run: async (root) => {
    const result = await runCommand(["oxlint", "--type-aware", "--format=unix"], root);
    const files = /on (\d+) files/.exec(result.output)?.[1];
    return { problems: problemsOf(result), summary: files === undefined ? "oxlint" : `${files} files` };
  },
};
