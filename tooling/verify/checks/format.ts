import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

export const format: Check = {
  name: "format",
  run: async (root) => {
    const result = await runCommand(
      ["prettier", "--check", "--log-level=warn", "--cache", "--cache-location=.build/prettier-cache", "."],
      root,
    );
    return { problems: problemsOf(result), summary: "prettier" };
  },
};
