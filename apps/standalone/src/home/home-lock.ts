import { existsSync, linkSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "@cadre/shared";
import { z } from "zod";
import { explainDiskError } from "./disk-error.ts";
import { processIdentity } from "./process-identity.ts";
import { writeStored } from "./stored-file.ts";

const Holder = z.object({ pid: z.number().int(), identity: z.string(), url: z.string() });

/**
 * Makes this process the only one that runs in a home, and answers how to give it back. A lock whose process is gone is
 * taken over, and so is a damaged one, which names no process; a living one is a `Fault` that says where it runs.
 */
export function takeHomeLock(home: string, url: string): () => void {
  const lock = join(home, "lock.json");
  const draft = join(home, `lock.${process.pid}.json`);
  writeStored(draft, { pid: process.pid, identity: processIdentity(process.pid) ?? "", url });
  try {
    refuseLivingHolder(home, lock);
    linkSync(draft, lock);
  } catch (error) {
    if (isTaken(error)) throw raceLost(home);
    throw explainDiskError(error, lock);
  } finally {
    rmSync(draft, { force: true });
  }
  const release = (): void => rmSync(lock, { force: true });
  process.once("exit", release);
  return release;
}

function refuseLivingHolder(home: string, lock: string): void {
  if (!existsSync(lock)) return;
  const holder = parseHolder(readFileSync(lock, "utf8"));
  if (holder === undefined || processIdentity(holder.pid) !== holder.identity) return rmSync(lock, { force: true });
  throw new Fault("conflict", "standalone.already-running", {
    message:
      `Cadre already runs in ${home}: ${holder.url} (process ${holder.pid}). Open that address, stop it there with ` +
      `Ctrl-C (or: kill ${holder.pid}), or start a second one with its own CADRE_HOME and CADRE_PORT.`,
  });
}

/** A lock comes into being complete: a damaged one was left by a disk or a person, not by a start under way. */
function parseHolder(text: string): z.infer<typeof Holder> | undefined {
  try {
    return Holder.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

function raceLost(home: string): Fault {
  return new Fault("conflict", "standalone.already-running", {
    message: `Another start took ${home} a moment ago. Its output says where it runs.`,
  });
}
