import { delimiter } from "node:path";

import type { PathRoots } from "../path-roots.ts";

const SYSTEM_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/**
 * All an agent's command gets to see of an environment. Nothing of the server's is passed on: keys and addresses of
 * databases stand there (I17). `toolFolders` come first on the path; none may be writable by an agent.
 */
export function shellEnvironment(roots: PathRoots, toolFolders: readonly string[]): Readonly<Record<string, string>> {
  return {
    PATH: [...toolFolders, ...SYSTEM_PATH].join(delimiter),
    HOME: roots.home,
    LANG: "C.UTF-8",
    TERM: "dumb",
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
  };
}
