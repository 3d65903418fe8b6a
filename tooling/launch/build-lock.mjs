import { spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BUILD } from "./places.mjs";

const LOCK = join(BUILD, "lock");
const POLL_MS = 250;

/** Lets one process at a time prepare the checkout; the lock of a process that died is taken over. */
export async function withBuildLock(work) {
  mkdirSync(BUILD, { recursive: true });
  let waited = false;
  while (!tryLock()) {
    if (!waited) process.stderr.write("Another start is preparing this checkout; waiting for it …\n");
    waited = true;
    await pause(POLL_MS);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once("exit", release);
  try {
    await work();
  } finally {
    process.removeListener("exit", release);
    release();
  }
}

/** The lock is linked into place with its content, so no one ever sees it empty. */
function tryLock() {
  const draft = `${LOCK}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, LOCK);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isHeld()) rmSync(LOCK, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether the process named in the lock lives and is one of ours, not a later program with the same number. */
function isHeld() {
  const holder = existsSync(LOCK) ? readFileSync(LOCK, "utf8") : "0";
  const file = `/proc/${holder}/cmdline`;
  if (existsSync("/proc/self")) return existsSync(file) && readFileSync(file, "utf8").includes("launch");
  return spawnSync("ps", ["-o", "args=", "-p", holder], { encoding: "utf8" }).stdout.includes("launch");
}
