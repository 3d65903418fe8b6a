import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@cadre/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../tooling/demo/api-client.ts";
import { freePort } from "@cadre/standalone/postgres";
import { startThrowAwayMachine, type ThrowAwayMachine } from "../../tooling/demo/throw-away-machine.ts";
import { openLossyWay } from "./lossy-way.ts";

const START_MS = 240_000;
const STORY_MS = 400_000;

let machine: ThrowAwayMachine;
let key: string;
let place: { readonly projectId: string; readonly assigneeId: string; readonly reviewerId: string };
let hookPort: number;

beforeAll(async () => {
  hookPort = await freePort();
  machine = await startThrowAwayMachine({
    CADRE_MODEL_PROVIDER: "simulated",
    CADRE_SIM_PACE: "0",
    CADRE_SANDBOX: "off",
    CADRE_LOG_LEVEL: "warn",
    CADRE_WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${hookPort}`,
  });
  const setup = { token: machine.setupToken, name: "Owner", email: "owner@example.com", password: "a long sentence" };
  key = (await apiClient(machine.url).post<{ apiKey: string }>("/setup", setup)).apiKey;
  const api = createClient({ url: machine.url, key });
  const project = await api.call("projects.create", { body: { key: "ORDERS", name: "Orders" } });
  const worker = await api.call("agents.create", { body: { name: "Wanda", position: "worker" } });
  const reviewer = await api.call("agents.create", { body: { name: "Rita", position: "worker" } });
  place = { projectId: project.id, assigneeId: worker.id, reviewerId: reviewer.id };
}, START_MS);

afterAll(() => machine.end(), START_MS);

type Outcome = "done" | "killed" | "gave up";

type Ordered = { readonly title: string; readonly folder: string };

/** When a life ends early: with the answer to its nth request, which is lost, or after some time. */
type Death = { readonly atAnswer?: number; readonly afterMs?: number; readonly onAnswer?: (request: string) => void };

/** One life of the other system: until it is done, or killed. */
async function live({ title, folder }: Ordered, { atAnswer, afterMs, onAnswer }: Death): Promise<Outcome> {
  let child: ChildProcess | undefined;
  const way = await openLossyWay(machine.url, (nth, request) => {
    onAnswer?.(request);
    return nth === atAnswer && child?.kill("SIGKILL") === true;
  });
  const order = { ...place, title, description: 'Create `out/hello.txt` with "hello".' };
  child = spawn(process.execPath, [join(import.meta.dirname, "stranger.mjs")], {
    env: {
      PATH: process.env.PATH,
      API_URL: way.url,
      API_KEY: key,
      FOLDER: folder,
      HOOK_PORT: String(hookPort),
      ORDER: JSON.stringify(order),
    },
    stdio: ["ignore", "inherit", "inherit"],
    ...(afterMs === undefined ? {} : { timeout: afterMs, killSignal: "SIGKILL" }),
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child?.once("exit", (...end) => resolve(end)),
  );
  way.close();
  if (signal === "SIGKILL") return "killed";
  return code === 0 ? "done" : "gave up";
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cadre-stranger-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function tasksCalled(title: string): Promise<readonly { readonly id: string; readonly status: string }[]> {
  const found: { id: string; status: string }[] = [];
  for await (const task of createClient({ url: machine.url, key }).items("tasks.list", {})) {
    if (task.title === title) found.push(task);
  }
  return found;
}

test(
  "with the OpenAPI document and a key alone another system orders work, is told by webhook, and fetches the result",
  () =>
    withFolder(async (folder) => {
      expect(await live({ title: "First order", folder }, {})).toBe("done");
      expect(readFileSync(join(folder, "result"), "utf8")).toBe("hello\n");
      expect(readFileSync(join(folder, "told"), "utf8")).toMatch(/^evt_/);
      expect(await tasksCalled("First order")).toMatchObject([{ status: "completed" }]);
    }),
  STORY_MS,
);

test(
  "killed at each answer it waits for, and started again: one task exists, and its result is fetched",
  () =>
    withFolder(async (folder) => {
      const ordered = { title: "Second order", folder };
      const outcomes: Outcome[] = [];
      for (let killAt = 1; outcomes.at(-1) !== "done"; killAt += 1)
        outcomes.push(await live(ordered, { atAnswer: killAt }));
      // The document, the webhook, the task, the list of results, the result.
      expect(outcomes.length).toBeGreaterThan(4);
      expect(existsSync(join(folder, "told"))).toBe(true);
      expect(readFileSync(join(folder, "result"), "utf8")).toBe("hello\n");
      expect(await tasksCalled("Second order")).toMatchObject([{ status: "completed" }]);
    }),
  STORY_MS,
);

test(
  "killed after shorter and longer times, and started again: the same",
  () =>
    withFolder(async (folder) => {
      const ordered = { title: "Third order", folder };
      for (const afterMs of [60, 90, 120, 150, 180, 220, 270, 330, 400, 500, 700]) {
        if ((await live(ordered, { afterMs })) === "done") break;
      }
      expect(await live(ordered, {})).toBe("done");
      expect(readFileSync(join(folder, "result"), "utf8")).toBe("hello\n");
      expect(await tasksCalled("Third order")).toMatchObject([{ status: "completed" }]);
    }),
  STORY_MS,
);

test(
  "every process of ours is killed as soon as the order is placed: the task goes on, and the webhook comes",
  () =>
    withFolder(async (folder) => {
      const ordered = { title: "Fifth order", folder };
      let killed = 0;
      const onAnswer = (request: string): void => {
        if (request === "POST /api/v1/tasks" && killed === 0) killed = killProcesses();
      };
      let outcome: Outcome = "gave up";
      for (let lives = 0; lives < 10 && outcome !== "done"; lives += 1) outcome = await live(ordered, { onAnswer });
      expect(outcome).toBe("done");
      expect(killed).toBe(2);
      expect(readFileSync(join(folder, "result"), "utf8")).toBe("hello\n");
      expect(await tasksCalled("Fifth order")).toMatchObject([{ status: "completed" }]);
    }),
  STORY_MS,
);

/** Kills the API and the workers of the machine at once; its supervisor starts them again. Returns how many there were. */
function killProcesses(): number {
  const found = execFileSync("pgrep", ["-P", String(machine.pid), "-f", "(api|standalone)/dist/(worker-)?main.js"]);
  const pids = found.toString().trim().split("\n").map(Number);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids.length;
}

test(
  "the client hears of its task by the event stream, and follows each of its runs to the end",
  async () => {
    const api = createClient({ url: machine.url, key });
    const stop = new AbortController();
    const heard: string[] = [];
    // From where the stream stands: what happens while it is being opened is told as well.
    const events = api.events({ topics: ["task", "call"], after: await positionNow(), signal: stop.signal });
    const first = events.next();
    const task = await api.call("tasks.create", {
      body: { ...place, title: "Fourth order", description: 'Create `out/hello.txt` with "hello".' },
    });
    for (let item = await first; item.done !== true; item = await events.next()) {
      if (item.value.kind !== "event") continue;
      heard.push(item.value.event.type);
      if (item.value.event.type === "task.accepted" && item.value.event.entity.id === task.id) break;
    }
    stop.abort();
    expect(heard).toEqual(expect.arrayContaining(["task.created", "call.started", "task.submitted", "task.accepted"]));
    for await (const run of api.items("runs.list-of-task", { params: { taskId: task.id } })) {
      const kinds: string[] = [];
      for await (const item of api.watchRun(run.id)) kinds.push(item.kind);
      expect(kinds.at(-1)).toBe("end");
    }
  },
  STORY_MS,
);

/** The position of the newest event. */
async function positionNow(): Promise<string> {
  const response = await fetch(`${machine.url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } });
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const position = /^id: (\d+)\n/m.exec(text)?.[1];
    if (position !== undefined) return position;
  }
  throw new Error(`The stream ended without a position: ${text}`);
}
