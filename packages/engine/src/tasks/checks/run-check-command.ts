import { spawn } from "node:child_process";
import { TOOL_LIMITS } from "@cadre/shared";
import type { Sandbox } from "@cadre/tool-selector";

export type CheckCommand = {
  readonly command: string;
  /** Its working folder, and the only one it may write to. */
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

export type CommandEnd = { readonly exit: number | undefined; readonly reason: string; readonly output: string };

/** Runs one command to its end, its time limit or an abort, and then ends everything it started. */
export async function runCheckCommand(sandbox: Sandbox, check: CheckCommand): Promise<CommandEnd> {
  const roots = { workspace: check.folder, home: check.folder, repositories: [] };
  const wrapped = await sandbox.wrap(check.command, roots);
  try {
    return await untilEnd(wrapped, check);
  } finally {
    wrapped.release();
  }
}

type Wrapped = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

function untilEnd(wrapped: Wrapped, check: CheckCommand): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(wrapped.file, [...wrapped.args], {
      cwd: check.folder,
      env: { ...wrapped.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const kept: Buffer[] = [];
    let bytes = 0;
    const keep = (piece: Buffer): void => {
      if (bytes < TOOL_LIMITS.shellMaxOutputBytes) kept.push(piece);
      bytes += piece.byteLength;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    let reason = "was ended by a signal";
    const end = (why: string) => () => {
      reason = why;
      killGroup(child.pid);
    };
    const onAbort = end("was aborted");
    const timer = setTimeout(end(`took longer than ${check.timeoutMs} ms`), check.timeoutMs);
    if (check.signal.aborted) onAbort();
    check.signal.addEventListener("abort", onAbort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      check.signal.removeEventListener("abort", onAbort);
    };
    child.once("exit", () => killGroup(child.pid));
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (code) => {
      settle();
      resolve({ exit: code ?? undefined, reason, output: Buffer.concat(kept).toString("utf8") });
    });
  });
}

/** Ends the command's process group; one that is gone already is as wanted. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
