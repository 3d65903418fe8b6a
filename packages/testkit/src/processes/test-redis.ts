import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventually } from "../eventually.ts";

/** Of a Redis that others use, only this database is touched. */
const OWN_DATABASE = 13;

/** A Redis that a test may empty. */
export type TestRedis = {
  readonly url: string;
  /** Forgets everything, as after a restart without a disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** True where a Redis can be had: the program is installed, or `CADRE_TEST_REDIS_URL` names one. */
export function isRedisThere(): boolean {
  return isInstalled() || givenUrl() !== "";
}

/** Starts a Redis of its own, or uses a database of its own in the given one. */
export async function openTestRedis(): Promise<TestRedis> {
  return isInstalled() ? startRedis() : useGiven(givenUrl());
}

function givenUrl(): string {
  return process.env.CADRE_TEST_REDIS_URL ?? "";
}

function isInstalled(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

async function startRedis(): Promise<TestRedis> {
  // Loaded here, so that tests of other packages do not load the launcher with testkit.
  const { freePort } = await import("@cadre/standalone/postgres");
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "cadre-redis-"));
  const settings = ["--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"];
  const child = spawn("redis-server", ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder, ...settings], {
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = (): boolean => child.kill("SIGKILL");
  process.once("exit", end);
  const address = { port, commands: [] };
  await eventually(() => say({ ...address, commands: ["PING"] }).catch(() => undefined), "answer from Redis");
  return {
    url: `redis://127.0.0.1:${port}`,
    flush: async () => void (await say({ ...address, commands: ["FLUSHALL"] })),
    close: async () => {
      process.removeListener("exit", end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function useGiven(url: string): TestRedis {
  const given = new URL(url);
  const login = given.password === "" ? [] : [`AUTH ${given.password}`];
  const flush = async (): Promise<void> => {
    const commands = [...login, `SELECT ${OWN_DATABASE}`, "FLUSHDB"];
    await say({ port: Number(given.port || 6379), host: given.hostname, commands });
  };
  given.pathname = `/${OWN_DATABASE}`;
  return { url: given.href, flush, close: flush };
}

/** Sends inline commands and waits for one line of answer to each. Fails on an error and when nobody answers. */
function say(to: { readonly port: number; readonly host?: string; readonly commands: string[] }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to.port, to.host ?? "127.0.0.1", () => socket.write(`${to.commands.join("\r\n")}\r\n`));
    let answer = "";
    socket.setTimeout(2_000, () => socket.destroy(new Error("Redis does not answer.")));
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      answer += String(bytes);
      if (answer.startsWith("-") || answer.includes("\n-")) reject(new Error(`Redis refused: ${answer}`));
      if (answer.split("\r\n").length <= to.commands.length) return;
      socket.destroy();
      resolve(answer);
    });
  });
}
