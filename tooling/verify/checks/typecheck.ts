import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** Packages and apps as they are built, the dashboard for browsers, then every test and tool in one program. */
export const typecheck: Check = {
  name: "typecheck",
  run: async (root) => {
    const built = await runCommand(["tsc", "-b"], root);
    const dashboard = await runCommand(["tsc", "-p", "apps/dashboard"], root);
    const tests = await runCommand(["tsc", "-p", "tsconfig.tests.json"], root);
    return {
      problems: [...problemsOf(built), ...problemsOf(dashboard), ...problemsOf(tests)],
      summary: "packages, apps, tests",
    };
  },
};
