import { release, type } from "node:os";
import type { EnvironmentFacts } from "@cadre/core";
import type { Sandbox } from "@cadre/tool-selector";

/** What agents are told of the machine they work on. Nothing in it changes while the process lives. */
export function environmentFacts(sandbox: Sandbox): EnvironmentFacts {
  const isConfined = sandbox.kind !== "none";
  return {
    os: `${type()} ${release()}`,
    shell: "sh",
    runtimes: [`Node.js ${process.versions.node}`],
    sandbox: isConfined
      ? `Shell commands run in a sandbox (${sandbox.kind}): they write only in the workspace, the granted repositories and your home.`
      : "There is no sandbox on this machine: each shell command needs a person's approval.",
    network: isConfined ? "Shell commands have no network." : "Commands that a person approved reach the network.",
  };
}
