import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Fault, SUPERVISOR_LIMITS } from "@cadre/shared";

/** The process number in a data folder's lock file when a Postgres of that folder really lives, else `undefined`. */
export function livePostmaster(folder: string): number | undefined {
  const file = join(folder, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, "utf8").split("\n")[0] ?? "", 10);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return commandOf(pid).includes(folder) ? pid : undefined;
}

/**
 * Ends a server that an earlier start left behind (its supervisor was killed), first politely, then at once; committed
 * rows are safe in both cases. A lock file whose process is gone, or is another program by now, is removed.
 */
export async function stopLeftPostmaster(folder: string, note: (line: string) => void): Promise<void> {
  const pid = livePostmaster(folder);
  if (pid !== undefined) {
    note(`A database server of an earlier start is still running (process ${pid}); stopping it.`);
    await endProcess(pid, folder);
  }
  rmSync(join(folder, "postmaster.pid"), { force: true });
}

/** Ends the server of a data folder: a fast shutdown, then an immediate one when that takes too long. */
async function endProcess(pid: number, folder: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    sendSignal(pid, signal);
    const deadline = Date.now() + SUPERVISOR_LIMITS.postgresStopMs;
    while (Date.now() < deadline) {
      if (!commandOf(pid).includes(folder)) return;
      await pause(SUPERVISOR_LIMITS.postgresPollMs);
    }
  }
  throw new Fault("unavailable", "postgres.will-not-stop", {
    message: `The database server with process number ${pid} in ${folder} does not stop. End it by hand and start again.`,
  });
}

function sendSignal(pid: number, signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ESRCH") return;
    throw new Fault("unavailable", "postgres.will-not-stop", {
      message: `The database server with process number ${pid} belongs to another account. Stop it and start again.`,
      cause,
    });
  }
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync("/proc/self")) return existsSync(file) ? readFileSync(file, "utf8") : "";
  return spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
