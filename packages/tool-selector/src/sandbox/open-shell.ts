import { existsSync } from "node:fs";

import type { Sandbox } from "./sandbox.ts";
import { shellEnvironment } from "./shell-environment.ts";

const BASH_PATHS = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];

export type SandboxOptions = {
  /** Folders with programs an agent may run beside the system's, such as the folder of the server's own Node. */
  readonly toolFolders: readonly string[];
};

/** Runs commands with the rights of the server's account. Every command needs a person's approval first. */
export function createOpenShell({ toolFolders }: SandboxOptions): Sandbox {
  const bash = BASH_PATHS.find((path) => existsSync(path));
  return {
    kind: "none",
    wrap: async (command, roots) => ({
      file: bash ?? "/bin/sh",
      args: bash === undefined ? ["-c", command] : ["--noprofile", "--norc", "-c", command],
      env: shellEnvironment(roots, toolFolders),
      release: () => undefined,
    }),
  };
}
