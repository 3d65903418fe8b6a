import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** Files, exports and dependencies that nothing uses. */
export const unused: Check = {
  name: "unused",
  run: async (root) => {
    const result = await runCommand(["knip", "--no-progress"], root);
    return { problems: problemsOf(result), summary: "knip" };
  },
};
