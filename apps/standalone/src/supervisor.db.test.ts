import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { eventually } from "@cadre/testkit";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive, type Machine, startMachine, useTemporaryHome } from "./fixtures/machine.ts";

const TIMEOUT_MS = 240_000;

const place = useTemporaryHome();
let running: Machine[] = [];

beforeEach(() => {
  running = [];
});

afterEach(async () => {
  for (const machine of running) {
    machine.process.kill("SIGTERM");
    await machine.exitCode();
  }
}, TIMEOUT_MS);

async function start(environment?: NodeJS.ProcessEnv): Promise<Machine> {
  const machine = await startMachine(place.home, environment);
  running.push(machine);
  return machine;
}

async function ask(machine: Machine, path: string): Promise<string | undefined> {
  try {
    return await (await fetch(`${machine.url}${path}`)).text();
  } catch {
    // Not listening at this moment.
    return undefined;
  }
}

async function sql(machine: Machine, text: string): Promise<unknown[]> {
  const client = new pg.Client(await eventually(() => ask(machine, "/database"), "database address"));
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(place.home, "postgres/postmaster.pid"), "utf8"), 10);
}

test(
  "it starts, tells where to go, refuses a second start in the same home, and Ctrl-C leaves nothing behind",
  async () => {
    const machine = await start();
    await machine.printed(/Migrating the database: \d+ steps … done\n/);
    await machine.printed(/Cadre is ready: http:\/\/127\.0\.0\.1:\d+\/setup\?token=abc/);
    const api = Number(await ask(machine, "/pid"));
    const worker = Number((await machine.printed(/worker process (\d+)\n/))[1]);
    const postgres = postmasterPid();

    const second = await start();
    expect(await second.exitCode()).toBe(1);
    expect(second.output()).toContain(`already runs in ${place.home}: ${machine.url} (process ${machine.process.pid})`);

    // Both at once, as when npm passes on the signal that its process group got.
    machine.process.kill("SIGINT");
    machine.process.kill("SIGTERM");
    expect(await machine.exitCode()).toBe(0);
    expect(machine.output()).not.toContain("Stopping at once");
    expect([api, worker, postgres].map(isAlive)).toEqual([false, false, false]);
    expect(existsSync(join(place.home, "lock.json"))).toBe(false);
  },
  TIMEOUT_MS,
);

test(
  "kill -9 of the supervisor leaves no process behind, and the next start has every row",
  async () => {
    const first = await start();
    await first.printed(/Cadre is ready/);
    await sql(first, "create table kept as select 42 as answer");
    const left = [
      Number(await ask(first, "/pid")),
      Number((await first.printed(/worker process (\d+)\n/))[1]),
      postmasterPid(),
    ];
    first.process.kill("SIGKILL");
    await first.exitCode();

    const second = await start();
    await second.printed(/Cadre is ready/);
    expect(await sql(second, "select answer from kept")).toEqual([{ answer: 42 }]);
    await eventually(() => (left.some(isAlive) ? undefined : true), "end of the first start's processes");
  },
  TIMEOUT_MS,
);

test(
  "kill -9 of the worker, the API or the database is answered by a new one",
  async () => {
    const machine = await start();
    await machine.printed(/Cadre is ready/);
    await sql(machine, "create table kept as select 42 as answer");
    process.kill(Number((await machine.printed(/worker process (\d+)\n/))[1]), "SIGKILL");
    await machine.printed(/worker process (\d+)\n[\s\S]*worker process (\d+)\n/);

    const before = await ask(machine, "/pid");
    process.kill(Number(before), "SIGKILL");
    await eventually(async () => ((await ask(machine, "/pid")) ?? before) !== before || undefined, "new API process");

    process.kill(postmasterPid(), "SIGKILL");
    await machine.printed(/The database ended by itself/);
    const rows = await eventually(
      () => sql(machine, "select answer from kept").catch(() => undefined),
      "answer from the database",
    );
    expect(rows).toEqual([{ answer: 42 }]);
  },
  TIMEOUT_MS,
);

test("a taken port is named, with the way to choose another", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const machine = await start({ CADRE_PORT: port });
  expect(await machine.exitCode()).toBe(1);
  expect(machine.output()).toMatch(new RegExp(`Port ${port} .* CADRE_PORT=\\d+ npm start`));
  other.close();
});

test(
  "a process that cannot start ends the start with what it printed",
  async () => {
    const machine = await start({ CADRE_STAND_IN_FAILS: "1" });
    expect(await machine.exitCode()).toBe(1);
    expect(machine.output()).toMatch(/"worker" keeps ending[\s\S]*told to fail/);
  },
  TIMEOUT_MS,
);

test("a mistake that only a child would notice is told before anything starts", async () => {
  const machine = await start({ CADRE_SANDBOX: "maybe" });
  expect(await machine.exitCode()).toBe(1);
  expect(machine.output()).toMatch(/^\s*The environment has mistakes:[\s\S]*CADRE_SANDBOX/);
  expect(existsSync(join(place.home, "lock.json"))).toBe(false);
});

test("a home that is a file is explained", async () => {
  const machine = await startMachine("/dev/null/home");
  running.push(machine);
  expect(await machine.exitCode()).toBe(1);
  expect(machine.output()).toMatch(/Cannot write \/dev\/null\/home: there is a file of that name .* Set CADRE_HOME/);
});
