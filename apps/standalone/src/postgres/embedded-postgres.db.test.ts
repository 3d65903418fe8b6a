import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive, useTemporaryHome } from "../fixtures/machine.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { livePostmaster } from "./postmaster.ts";

const TIMEOUT_MS = 240_000;

const place = useTemporaryHome();
let server: EmbeddedPostgres | undefined;
let notes: string[] = [];

beforeEach(() => {
  notes = [];
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({
    home: place.home,
    initdbFlags: ["--no-sync"],
    note: (line) => notes.push(line),
  });
  return server;
}

async function answerOf(url: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query("select current_database() as name, inet_server_addr()::text as address")).rows[0];
  } finally {
    await client.end();
  }
}

test(
  "the password is random and readable by its owner only, and the server listens on its own socket and the loopback",
  async () => {
    const { url, folder } = await start();
    expect(await answerOf(url)).toEqual({ name: "cadre", address: null });
    expect(new URL(url).searchParams.get("host")).toBe(folder);
    expect(statSync(folder).mode & 0o077).toBe(0);
    const overLoopback = url.replace(/\?.*/, "");
    expect(await answerOf(overLoopback)).toEqual({ name: "cadre", address: "127.0.0.1/32" });
    expect(statSync(join(place.home, "postgres.json")).mode & 0o777).toBe(0o600);
    for (const way of [url, overLoopback]) {
      await expect(answerOf(way.replace(/:[^:@]+@/, ":guess@"))).rejects.toThrow(/password authentication failed/);
    }
  },
  TIMEOUT_MS,
);

test(
  "a home whose path is too long for a socket is served over the loopback",
  async () => {
    const home = join(place.home, "a".repeat(90));
    server = await startEmbeddedPostgres({ home, initdbFlags: ["--no-sync"] });
    expect(await answerOf(server.url)).toEqual({ name: "cadre", address: "127.0.0.1/32" });
  },
  TIMEOUT_MS,
);

test(
  "a first start that died half-way is done again",
  async () => {
    mkdirSync(join(place.home, "postgres.draft"));
    writeFileSync(join(place.home, "postgres.draft/PG_VERSION"), "18\n");
    expect(await answerOf((await start()).url)).toMatchObject({ name: "cadre" });
    expect(notes.join()).toContain("did not finish");
    expect(existsSync(join(place.home, "postgres.draft"))).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  "the database of another major version is refused and left as it is",
  async () => {
    await (await start()).stop();
    writeFileSync(join(place.home, "postgres/PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow(/made by Postgres 17; this Cadre brings Postgres 18/);
    expect(readFileSync(join(place.home, "postgres/PG_VERSION"), "utf8")).toBe("17\n");
  },
  TIMEOUT_MS,
);

test(
  "a server whose guard was killed too is stopped by the next start, which sees its rows",
  async () => {
    const first = await start();
    const pid = livePostmaster(first.folder) ?? 0;
    const guard = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
    process.kill(guard, "SIGKILL");
    await first.ended;
    expect(isAlive(pid)).toBe(true);
    expect(await answerOf((await start()).url)).toMatchObject({ name: "cadre" });
    expect(notes.join()).toContain(`still running (process ${pid})`);
    expect(isAlive(pid)).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  "a taken port is answered by another one, which the home remembers",
  async () => {
    const first = await start();
    await first.stop();
    const { createServer } = await import("node:net");
    const blocker = createServer();
    // Whoever has it by now: it is taken.
    await new Promise<void>((resolve) => {
      blocker.once("error", () => resolve()).listen(first.port, "127.0.0.1", resolve);
    });
    const second = await start();
    expect(second.port).not.toBe(first.port);
    expect(JSON.parse(readFileSync(join(place.home, "postgres.json"), "utf8"))).toMatchObject({ port: second.port });
    blocker.close();
  },
  TIMEOUT_MS,
);

test(
  "a database that is gone is not replaced by an empty one",
  async () => {
    const { folder } = await start();
    await server?.stop();
    rmSync(folder, { recursive: true });
    await expect(start()).rejects.toThrow(/database of .* is gone: .*postgres is missing.*Put that folder back/);
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    await expect(start()).rejects.toThrow(/postgres is empty/);
  },
  TIMEOUT_MS,
);

test(
  "each kind of damage is explained with what to do",
  async () => {
    const { folder } = await start();
    await server?.stop();
    const record = readFileSync(join(place.home, "postgres.json"), "utf8");

    writeFileSync(join(place.home, "postgres.json"), record.slice(0, 20));
    await expect(start()).rejects.toThrow(/postgres\.json is damaged .*backup/s);

    rmSync(join(place.home, "postgres.json"));
    await expect(start()).rejects.toThrow(/password file .* is gone/);

    writeFileSync(join(place.home, "postgres.json"), record);
    rmSync(join(folder, "global"), { recursive: true });
    await expect(start()).rejects.toThrow(/is damaged and does not start/);

    rmSync(join(folder, "PG_VERSION"));
    await expect(start()).rejects.toThrow(/files but no PG_VERSION/);
  },
  TIMEOUT_MS,
);
