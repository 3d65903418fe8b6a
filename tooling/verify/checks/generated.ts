import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** Generated documents say what the code says now. Made from the sources, so that nothing built may be out of date. */
export const generated: Check = {
  name: "generated",
  run: async (root) => {
    const command = ["node", "--conditions=cadre-source", "tooling/generate/run.ts", "--check"];
    return { problems: problemsOf(await runCommand(command, root)), summary: "environment, states, endpoints, client" };
  },
};
