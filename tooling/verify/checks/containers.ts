import type { Check } from "../check.ts";
import { problemsOf, runCommand } from "../run-command.ts";

/** The compose file against its schema and the image's recipe against its grammar; no engine is needed for either. */
export const containers: Check = {
  name: "containers",
  run: async (root) => {
    const compose = await runCommand(["dclint", "--quiet", "docker-compose.yml"], root);
    const image = await runCommand(["dockerfile-utils", "lint", "infra/Dockerfile"], root);
    const said = image.output === "" ? [] : image.output.split("\n");
    return { problems: [...problemsOf(compose), ...said], summary: "compose file, image" };
  },
};
