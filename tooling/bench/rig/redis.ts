import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "@cadre/standalone/postgres";

const POLL_MS = 25;
const START_MS = 10_000;

/** A Redis as the product asks for: no eviction, an append-only file. */
const SETTINGS = ["--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction"];

export type OwnRedis = {
  readonly url: string;
  /** Ends the server and keeps its files. */
  halt(): Promise<void>;
  /** Starts it again on the same port with the same files. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

export function isRedisThere(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** Starts a Redis of our own on a free port. */
export async function startRedis(): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), "cadre-bench-redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;
  const resume = async (): Promise<void> => {
    server = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, ...SETTINGS], {
      stdio: "ignore",
    });
    await answering(url);
  };
  const halt = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  };
  await resume();
  process.once("exit", () => server.kill("SIGKILL"));
  return {
    url,
    halt,
    resume,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  const client = new Redis(url, { retryStrategy: () => POLL_MS, maxRetriesPerRequest: null });
  client.on("error", () => undefined);
  try {
    while ((await client.ping().catch(() => "")) !== "PONG") {
      if (performance.now() > deadline) throw new Error("redis-server did not start within ten seconds.");
      await pause(POLL_MS);
    }
  } finally {
    client.disconnect();
  }
}
