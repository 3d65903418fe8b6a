import { type ChildProcess, fork } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@cadre/standalone/postgres";

const ROOT = join(import.meta.dirname, "../..");

export type ThrowAwayMachine = {
  readonly url: string;
  readonly setupToken: string;
  readonly home: string;
  /** The supervisor: the parent of everything that was started. */
  readonly pid: number;
  /** Stops everything and removes the home. */
  end(): Promise<void>;
};

/**
 * Starts the whole product on a home and a port of its own, and waits until it is ready. Its output goes to standard error, or to who
 * listens.
 */
export async function startThrowAwayMachine(
  environment: NodeJS.ProcessEnv,
  onOutput?: (text: string) => void,
): Promise<ThrowAwayMachine> {
  const home = mkdtempSync(join(tmpdir(), "cadre-demo-"));
  chmodSync(home, 0o711);
  const child = fork(join(ROOT, "apps/standalone/dist/main.js"), ["--unannounced"], {
    env: {
      ...process.env,
      ...environment,
      CADRE_HOME: join(home, "home"),
      CADRE_PORT: String(await freePort()),
      DATABASE_URL: "",
      REDIS_URL: "",
    },
    stdio: onOutput === undefined ? ["inherit", 2, 2, "ipc"] : ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => onOutput?.(text));
  const end = async (): Promise<void> => {
    await stop(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return { ...(await readyMessage(child)), home, pid: child.pid ?? 0, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function readyMessage(child: ChildProcess): Promise<{ url: string; setupToken: string }> {
  return new Promise((resolve, reject) => {
    child.once("message", (message: { url: string; setupToken: string }) => resolve(message));
    child.once("exit", (code) => reject(new Error(`The machine ended before it was ready (exit code ${code}).`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await ended;
}
