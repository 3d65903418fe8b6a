import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { eventually, fact, openProviderSimulator } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { startThrowAwayMachine, type ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { misuseSecrets, readEverything } from "./crawl.ts";
import { commandLines, filesBelow, readIfThere, tableTexts } from "./places.ts";
import { openProviderFront, type ProviderFront } from "./provider-front.ts";
import { createRecorder, type Heard, type Recorder } from "./recorder.ts";
import { connectOutside, type Keys, letPeopleIn, lookAround, OPEN_WORD, openHook, playStory } from "./story.ts";
import { createVault } from "./vault.ts";

const START_MS = 240_000;
const RUN_MS = 900_000;
/** After so many lines about a refused connection a program has said all that it says. */
const COMPLAINTS = 3;
const ROOT = path.join(import.meta.dirname, "../..");

const vault = createVault();
const heard: Heard[] = [];
let simulator: Awaited<ReturnType<typeof openProviderSimulator>>;
let front: ProviderFront;
let hook: Awaited<ReturnType<typeof openHook>>;
let machine: ThrowAwayMachine;
let recorder: Recorder;
let output = "";

beforeAll(async () => {
  simulator = await openProviderSimulator();
  front = await openProviderFront(simulator.url, vault.make("wrong provider key"));
  hook = await openHook(heard);
  const environment = {
    CADRE_MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: vault.make("Anthropic key of the environment"),
    ANTHROPIC_BASE_URL: front.url,
    OPENAI_API_KEY: vault.make("OpenAI key of the environment"),
    OPENAI_COMPATIBLE_API_KEY: vault.make("third key of the environment"),
    CADRE_SECRET_KEY: vault.make("key of stored keys"),
    SOMETHING_ELSE_PASSWORD: vault.make("an operator's password for something else"),
    CADRE_MODEL_HOSTS: new URL(front.url).host,
    CADRE_WEBHOOK_PRIVATE_HOSTS: new URL(hook.url).host,
    CADRE_SPEND_LIMIT_USD: "1000",
    CADRE_RATE_LIMIT: "0",
    CADRE_LOG_LEVEL: "trace",
  };
  machine = await startThrowAwayMachine(environment, (text) => (output += text)).catch((error: unknown) => {
    throw new Error(`It did not start. It printed:\n${output}`, { cause: error });
  });
  recorder = createRecorder(machine.url, vault);
  const { password } = JSON.parse(readFileSync(path.join(machine.home, "home/postgres.json"), "utf8")) as {
    password: string;
  };
  vault.plant("database password", password);
}, START_MS);

afterAll(async () => {
  await recorder.stopFollowing();
  await machine.end();
  front.close();
  hook.close();
  await simulator.close();
}, START_MS);

fact(
  ["I17", "PEER-T17"],
  "secrets that came in by every door are found nowhere: in no log, row, event, webhook, answer, prompt, file or command line",
  async () => {
    const scene = {
      vault,
      recorder,
      url: machine.url,
      setupToken: machine.setupToken,
      providerUrl: front.url,
      hookUrl: hook.url,
    };
    const key = await letPeopleIn(scene);
    recorder.follow("/api/v1/events", { ...key, "last-event-id": "0" });
    const providerId = await connectOutside(scene, key);
    const story = await playStory(scene, key);
    await recorder.ask("POST", "/api/v1/settings/llm/default", {
      body: { providerId, model: "gpt-6-luna" },
      headers: key,
    });
    await lookAround(scene, key, story);
    expect(await misuseSecrets(recorder, vault, key)).toBeGreaterThan(10);
    killApi();
    await untilReady(key);
    expect(await readEverything(recorder, key)).toBeGreaterThan(100);

    // What belongs to a vendor reached it: otherwise this would prove nothing.
    expect([...front.keys].toSorted()).toEqual(
      ["Anthropic key of the environment", "provider key", "wrong provider key"]
        .map((name) => vault.value(name))
        .toSorted(),
    );
    expect(front.said.length).toBeGreaterThan(20);
    expect(heard.filter(({ where }) => where === "webhook").length).toBeGreaterThan(20);
    expect(recorder.heard.filter(({ where }) => where.startsWith("stream")).length).toBeGreaterThan(20);
    expect(output.includes('"level":20')).toBe(true);
    // A text that is no secret is found by the same search, wherever one could be.
    const rows = await tableTexts(databaseUrl());
    const home = path.join(machine.home, "home");
    const said = front.said.map((text) => ({ where: "request to the provider", text }));
    for (const texts of [recorder.heard, said, rows])
      expect(texts.some(({ text }) => text.includes(OPEN_WORD))).toBe(true);
    expect(filesBelow(home).some((name) => readIfThere(path.join(home, name)).includes(OPEN_WORD))).toBe(true);

    expect([
      ...leaks([...recorder.heard, ...heard]),
      ...leaks(said),
      ...leaks(rows),
      ...leaks([{ where: "command lines", text: commandLines() }]),
      ...leaks([{ where: "output", text: withoutReadyLine(output) }]),
      ...fileLeaks(home),
      ...fileLeaks(path.join(ROOT, "apps/dashboard/dist")),
    ]).toEqual(["postgres.json: database password"]);
  },
  RUN_MS,
);

fact(
  "I17",
  "addresses with passwords of database and Redis are not said by a server that cannot reach them or read them",
  async () => {
    const password = vault.make("password in DATABASE_URL");
    const redisPassword = vault.make("password in REDIS_URL");
    const tried = [
      ["api", "postgresql"],
      ["api", "http"],
      ["task-executor", "postgresql"],
      ["heartbeat-worker", "postgresql"],
    ] as const;
    const texts = await Promise.all(
      tried.map(async ([program, scheme]) => ({
        where: `${program} with ${scheme}`,
        text: await complaintsOf(path.join(ROOT, `apps/${program}/dist/main.js`), {
          CADRE_HOME: path.join(machine.home, "other"),
          DATABASE_URL: `${scheme}://cadre:${password}@127.0.0.1:9/cadre`,
          REDIS_URL: `redis://:${redisPassword}@127.0.0.1:9`,
          CADRE_LOG_LEVEL: "trace",
          CADRE_PORT: "0",
        }),
      })),
    );
    for (const { text } of texts) expect(text).toMatch(/ECONNREFUSED|DATABASE_URL/);
    expect(leaks(texts)).toEqual([]);
  },
  RUN_MS,
);

/** What a program prints until it ends, or for a while once it has complained. */
async function complaintsOf(file: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...environment } });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  const ended = new Promise<boolean>((resolve) => child.once("exit", () => resolve(true)));
  const enough = eventually(() => text.split("ECONNREFUSED").length > COMPLAINTS || undefined, "complaint", START_MS);
  await Promise.race([ended, enough]).finally(() => child.kill("SIGKILL"));
  await ended;
  return text;
}

function leaks(texts: readonly Heard[]): string[] {
  return [...new Set(texts.flatMap(({ where, text }) => vault.foundIn(text).map((name) => `${where}: ${name}`)))];
}

function fileLeaks(folder: string): string[] {
  return filesBelow(folder).flatMap((name) =>
    vault.foundIn(readIfThere(path.join(folder, name))).map((secret) => `${name}: ${secret}`),
  );
}

/** The link of the first start is for the person who reads it; the output has it there and nowhere else. */
function withoutReadyLine(text: string): string {
  return text.replace(/^Cadre is ready: .*$/m, "");
}

function databaseUrl(): string {
  const record = JSON.parse(readFileSync(path.join(machine.home, "home/postgres.json"), "utf8")) as { port: number };
  return `postgresql://cadre:${vault.value("database password")}@127.0.0.1:${record.port}/cadre`;
}

/** A process that dies and starts again says more than one that runs. */
function killApi(): void {
  const found = spawnSync("pgrep", ["-P", String(machine.pid), "-f", "api/dist/main.js"], { encoding: "utf8" });
  process.kill(Number(found.stdout.trim()), "SIGKILL");
}

async function untilReady(headers: Keys): Promise<void> {
  for (;;) {
    try {
      const { status } = await recorder.ask("GET", "/api/v1/me", { headers });
      if (status === 200) return;
    } catch (error) {
      // Nobody listens yet.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
