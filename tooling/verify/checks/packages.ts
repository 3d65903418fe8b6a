import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** Which package may depend on which, by their tags. */
export const packages: Check = {
  name: "packages",
  run: async (root) => {
    const result = await runCommand(["turbo", "boundaries"], root);
    const looked = /Checked (\d+) files in (\d+) packages/.exec(result.output);
    const problems = problemsOf(result);
    if (Number(looked?.[2] ?? 0) === 0) problems.push("turbo boundaries looked at no package.");
    return { problems, summary: `${looked?.[2]} packages` };
  },
};
