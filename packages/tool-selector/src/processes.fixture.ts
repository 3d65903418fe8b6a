import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:process";

/** Command lines of running processes that contain a text, those inside sandboxes too. */
export async function processesWith(text: string): Promise<readonly string[]> {
  const lines =
    platform === "linux"
      ? await linuxCommandLines()
      : execFileSync("ps", ["-axo", "args"], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(text));
}

async function linuxCommandLines(): Promise<readonly string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
}
