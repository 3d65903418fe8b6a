import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { SandboxManager, SandboxRuntimeConfig } from "@anthropic-ai/sandbox-runtime";

import { listRoots, type PathRoots } from "../path-roots.ts";
import type { SandboxOptions } from "./open-shell.ts";
import type { Sandbox } from "./sandbox.ts";
import { shellEnvironment } from "./shell-environment.ts";

/** What a command may read beside the roots: programs, libraries and harmless settings; no `/etc` as a whole, no `/var`. */
const SYSTEM_FOLDERS = {
  bubblewrap: [
    "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store",
    "/etc/alternatives /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/fonts /etc/terminfo /etc/localtime",
    "/etc/passwd /etc/group /etc/nsswitch.conf /etc/hosts /etc/mime.types /etc/magic",
    "/etc/ssl/certs /etc/ssl/openssl.cnf /etc/ca-certificates /etc/pki/tls/certs",
  ],
  seatbelt: [
    "/System /Library/Developer /usr /bin /sbin /dev /opt/homebrew /private/var/select /private/var/db/timezone",
    "/private/etc/passwd /private/etc/hosts /private/etc/ssl",
  ],
} as const;

/** Common homes of a deployed server's own files below `/usr`. */
const HIDDEN_FOLDERS = ["/usr/src", "/usr/local/src", "/usr/local/etc"];

type Runtime = Pick<typeof SandboxManager, "wrapWithSandbox" | "cleanupAfterCommand">;

/**
 * The sandbox library as our port. It is not initialised: that would start proxies for allowed domains, and there are
 * none, so that the network is cut at its namespace. Loaded only when a sandbox is wanted: it is a large module.
 */
export async function createRuntimeSandbox(
  kind: "bubblewrap" | "seatbelt",
  { toolFolders }: SandboxOptions,
): Promise<Sandbox> {
  const { SandboxManager: runtime } = await import("@anthropic-ai/sandbox-runtime");
  runtime.updateConfig(sandboxSettings());
  const entry = fileURLToPath(import.meta.resolve("@anthropic-ai/sandbox-runtime"));
  const readable = [
    ...SYSTEM_FOLDERS[kind].flatMap((line) => line.split(" ")),
    ...toolFolders,
    join(dirname(entry), "..", "vendor"),
  ];
  return {
    kind,
    wrap: async (command, roots) => ({
      file: "/bin/sh",
      args: ["-c", `exec ${await wrapped(runtime, command, filesystem(readable, roots))}`],
      env: shellEnvironment(roots, toolFolders),
      release: () => runtime.cleanupAfterCommand(),
    }),
  };
}

function wrapped(runtime: Runtime, command: string, rules: SandboxRuntimeConfig["filesystem"]): Promise<string> {
  return runtime.wrapWithSandbox(command, "bash", {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: rules,
  });
}

function filesystem(readable: readonly string[], roots: PathRoots): SandboxRuntimeConfig["filesystem"] {
  const own = listRoots(roots).map((path) => ({ path, literal: true as const }));
  return {
    denyRead: ["/", ...HIDDEN_FOLDERS],
    allowRead: [...readable.map((path) => ({ path, literal: true as const })), ...own],
    allowWrite: own,
    denyWrite: [],
  };
}

/** The library searches the server's working directory for files to protect before each command; none lies in a root. */
function sandboxSettings(): SandboxRuntimeConfig {
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: ["/"], allowRead: [], allowWrite: [], denyWrite: [], allowGitConfig: true },
    ripgrep: { command: "false" },
  };
}
