import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** Which file may import which. A cruise that saw nothing proves nothing. */
export const modules: Check = {
  name: "modules",
  run: async (root) => {
    const result = await runCommand(["depcruise", "--config", ".dependency-cruiser.mjs", "packages", "apps"], root);
    const seen = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0);
    const problems = problemsOf(result);
    if (seen === 0) problems.push("dependency-cruiser saw 0 modules: it cannot read TypeScript.");
    return { problems, summary: `${seen} modules` };
  },
};
