import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  chooseDefaultModel,
  createLlmDeps,
  createLlmProvider,
  createTask,
  type EngineDeps,
  getTask,
} from "@cadre/engine";
import {
  eventually,
  fact,
  type Fleet,
  type FleetDoorbell,
  type Given,
  giveOrganization,
  isRedisThere,
  openProviderSimulator,
  openTestDatabase,
  openTestRedis,
  startDemoStory,
  startFleet,
} from "@cadre/testkit";
import { expect, test } from "vitest";

const CANARY = "sk-canary-4711-never-to-be-seen-0815";
const STORY_MS = 240_000;
const TIMEOUT_MS = 900_000;
/** Nothing listens there: whoever asks the environment for a model gets no answer. */
const NOWHERE = "http://127.0.0.1:9";

type Stage = {
  readonly fleet: Fleet;
  readonly given: Given;
  readonly simulator: Awaited<ReturnType<typeof openProviderSimulator>>;
  readonly url: string;
  close(): Promise<void>;
};

async function openStage(
  doorbell: FleetDoorbell,
  executors: number,
  environmentOf: (url: string) => Readonly<Record<string, string>>,
): Promise<Stage> {
  const simulator = await openProviderSimulator();
  const url = `${simulator.url}/v1`;
  const database = await openTestDatabase();
  const home = mkdtempSync(path.join(tmpdir(), "cadre-models-"));
  const environment = environmentOf(url);
  const fleet = await startFleet({
    databaseUrl: database.url,
    home,
    simulatorUrl: NOWHERE,
    doorbell,
    executors,
    environment,
  });
  return {
    fleet,
    given: await giveOrganization(fleet.deps),
    simulator,
    url,
    async close() {
      await fleet.stop();
      await simulator.close();
      await database.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Plays the bundled story, then two tasks that a person typed, at the same time. */
async function playBoth({ fleet, given }: Stage): Promise<void> {
  const { deps } = fleet;
  const { task } = await startDemoStory(deps, given.owner);
  expect(await settled(deps, given, task.id)).toBe("completed");
  const typed = await Promise.all(
    [given.workerId, given.managerId].map((assigneeId) =>
      createTask(deps, given.owner, {
        projectId: given.projectId,
        assigneeId,
        reviewerId: given.reviewerId,
        title: "Say hello",
        description: 'Create `out/hello.txt` with "hello".',
      }),
    ),
  );
  for (const { id } of typed) expect(await settled(deps, given, id)).toBe("completed");
}

function settled(deps: EngineDeps, given: Given, taskId: string): Promise<string> {
  return eventually(
    async () => {
      const { status } = await getTask(deps, given.owner, { taskId });
      return ["completed", "blocked", "failed", "rejected", "cancelled"].includes(status) ? status : undefined;
    },
    "end of the task",
    STORY_MS,
  );
}

type CallRow = {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  readonly simulated: number;
  readonly cached: number;
  readonly cost: number;
  readonly workers: number;
};

function modelCalls(deps: EngineDeps): Promise<CallRow[]> {
  return deps.database.query<CallRow>(
    `select c.provider, c.model, count(*)::int as calls, count(*) filter (where c.status = 'failed')::int as failed,
       count(*) filter (where c.is_simulated)::int as simulated, sum(c.cache_read_tokens)::int as cached,
       sum(c.cost_micros)::int as cost, count(distinct a.worker_id)::int as workers
     from model_calls c join attempts a on a.run_id = c.run_id and a.fence = c.fence group by c.provider, c.model`,
  );
}

/** Everything that the database holds, as text. */
async function wholeDatabase(deps: EngineDeps): Promise<string> {
  const tables = await deps.database.query<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  expect(tables.length).toBeGreaterThan(20);
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await deps.database.query<{ text: string | null }>(
      `select string_agg(t::text, e'\\n') as text from ${name} t`,
    );
    texts.push(row?.text ?? "");
  }
  return texts.join("\n");
}

/** How every process of this machine was started, where the system tells. */
function commandLines(): string {
  const folder = "/proc";
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readIfThere(path.join(folder, pid, "cmdline")))
    .join("\n");
}

/** A process may have ended since it was listed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}

async function throughSettings(doorbell: FleetDoorbell): Promise<void> {
  const stage = await openStage(doorbell, 2, (url) => ({
    CADRE_MODEL_HOSTS: new URL(url).host,
    // Two tasks at once need both.
    CADRE_EXECUTOR_CONCURRENCY: "1",
  }));
  try {
    const { deps } = stage.fleet;
    const llm = createLlmDeps(deps, [new URL(stage.url).host]);
    const provider = {
      kind: "openai",
      name: "OpenAI",
      baseUrl: stage.url,
      apiKey: CANARY,
      costsNothing: false,
    } as const;
    const { id } = await createLlmProvider(llm, stage.given.owner, provider);
    const { owner, organizationId } = stage.given;
    await chooseDefaultModel(deps, owner, { providerId: id, model: "gpt-6-luna" });
    await playBoth(stage);

    const [calls, ...others] = await modelCalls(deps);
    expect(others).toEqual([]);
    expect(calls).toMatchObject({ provider: "openai", model: "gpt-6-luna", failed: 0, simulated: 0, workers: 2 });
    expect(calls?.cached).toBeGreaterThan(10_000);
    expect(calls?.cost).toBeGreaterThan(0);
    const requests = stage.simulator.requests.all();
    expect(new Set(requests.map((request) => request.path))).toEqual(new Set(["/v1/responses"]));

    // The key is where it must be, in the header of each call, and nowhere else.
    expect(await wholeDatabase(deps)).not.toContain(CANARY);
    expect(await wholeDatabase(deps)).toContain(organizationId);
    expect(JSON.stringify(requests.map(({ body }) => body))).not.toContain(CANARY);
    for (const executor of stage.fleet.executors()) expect(executor.tail()).not.toContain(CANARY);
    expect(commandLines()).not.toContain(CANARY);
    expect(stage.fleet.accidents).toEqual([]);
  } finally {
    await stage.close();
  }
}

fact(
  ["I17", "PEER-T17"],
  `story and typed tasks pass through OpenAI's Responses with ${isRedisThere() ? "Redis, Postgres" : "Postgres, for want of a Redis,"} and two executors; the stored key is seen nowhere`,
  async () => {
    if (!isRedisThere()) return throughSettings({ kind: "postgres" });
    const redis = await openTestRedis();
    try {
      await throughSettings({ kind: "redis", url: redis.url });
    } finally {
      await redis.close();
    }
  },
  TIMEOUT_MS,
);

test(
  "story and typed task pass through Chat Completions, as the environment of an operator names the server",
  async () => {
    const stage = await openStage({ kind: "postgres" }, 1, (url) => ({
      CADRE_MODEL_PROVIDER: "openai-compatible",
      CADRE_MODEL: "simulated-worker-1",
      OPENAI_COMPATIBLE_BASE_URL: url,
    }));
    try {
      await playBoth(stage);
      const [calls, ...others] = await modelCalls(stage.fleet.deps);
      expect(others).toEqual([]);
      // A server at home is free.
      expect(calls).toMatchObject({ provider: "openai-compatible", failed: 0, simulated: 0, cost: 0 });
      expect(calls?.cached).toBeGreaterThan(10_000);
      const paths = stage.simulator.requests.all().map((request) => request.path);
      expect(new Set(paths)).toEqual(new Set(["/v1/chat/completions"]));
    } finally {
      await stage.close();
    }
  },
  TIMEOUT_MS,
);
