import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * A text that stays the same while a process lives and is never given to another one: its start time, and on Linux the
 * boot it belongs to. `undefined` when no such process lives. A process number alone may be used again.
 */
export function processIdentity(pid: number): string | undefined {
  if (existsSync("/proc/self/stat")) return linuxIdentity(pid);
  const answer = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

function linuxIdentity(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const afterName = readFileSync(file, "utf8").split(") ").at(-1) ?? "";
  const fields = afterName.split(" ");
  const isZombie = fields[0] === "Z";
  return isZombie ? undefined : `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
}
