import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform } from "node:process";

import { TOOL_LIMITS } from "@cadre/shared";

import { runShell } from "../shell/run-shell.ts";
import { createOpenShell, type SandboxOptions } from "./open-shell.ts";
import { createRuntimeSandbox } from "./runtime-sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

const SHOWN_CHARS = 300;

export type SandboxDetection = {
  readonly sandbox: Sandbox;
  /** Set when commands run unconfined, by approval only: why, and what would change it. */
  readonly missing?: { readonly reason: string; readonly remedy: string };
};

/** Finds the sandbox of this machine and proves it: a probe must not see a file outside its folders nor any network. */
export async function detectSandbox(options: SandboxOptions): Promise<SandboxDetection> {
  const kind = platform === "linux" ? "bubblewrap" : "seatbelt";
  if (platform !== "linux" && platform !== "darwin") {
    return without(options, `There is no sandbox for ${platform}.`, "Run Cadre on Linux or macOS, or in WSL.");
  }
  const sandbox = await createRuntimeSandbox(kind, options);
  const failure = await probe(sandbox);
  return failure === undefined ? { sandbox } : without(options, failure, remedyFor(failure));
}

function without(options: SandboxOptions, reason: string, remedy: string): SandboxDetection {
  return { sandbox: createOpenShell(options), missing: { reason, remedy } };
}

/** Why the sandbox does not hold; undefined when it does. */
async function probe(sandbox: Sandbox): Promise<string | undefined> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cadre-sandbox-")));
  try {
    const [workspace, home, canary] = [join(folder, "workspace"), join(folder, "home"), join(folder, "canary")];
    await mkdir(workspace);
    await mkdir(home);
    await writeFile(canary, "");
    const { exitCode, output } = await runShell({
      sandbox,
      roots: { workspace, home, repositories: [] },
      command: `touch probe && test ! -e '${canary}' && ! grep -qs '^ *e[a-z0-9]*:' /proc/net/dev`,
      cwd: workspace,
      timeoutMs: TOOL_LIMITS.sandboxProbeMs,
      signal: AbortSignal.timeout(TOOL_LIMITS.sandboxProbeMs),
    });
    if (exitCode === 0) return undefined;
    const said = output.trim().slice(0, SHOWN_CHARS);
    return said === ""
      ? `A probe in the sandbox failed with exit code ${exitCode}.`
      : `A probe in the sandbox failed: ${said}`;
  } catch (error) {
    return `The sandbox could not be set up: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function remedyFor(failure: string): string {
  if (platform === "darwin") return "sandbox-exec is part of macOS: check that /usr/bin/sandbox-exec runs.";
  if (/bwrap.*not found|not found.*bwrap/i.test(failure)) {
    return "Install bubblewrap: apt-get install -y bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora).";
  }
  if (/bash/i.test(failure)) return "Install bash.";
  return "Allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1, on Ubuntu 24.04 also kernel.apparmor_restrict_unprivileged_userns=0; in Docker run with --security-opt seccomp=unconfined.";
}
