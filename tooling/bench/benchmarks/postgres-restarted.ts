import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type ApiClient, apiClient } from "../../demo/api-client.ts";
import { startThrowAwayMachine, type ThrowAwayMachine } from "../../demo/throw-away-machine.ts";
import type { Benchmark } from "../benchmark.ts";
import type { Bench } from "../rig/bench.ts";
import { keepAsking, type Prober } from "../rig/outage.ts";

const BEFORE_MS = 1_500;

/** The database of a running machine ends at once, as if its power were cut, while people create tasks. */
export const postgresRestarted: Benchmark = {
  id: "PERF-R6",
  what: "Postgres restarted at once",
  async run(bench) {
    const machine = await startThrowAwayMachine({ CADRE_LOG_LEVEL: "silent", CADRE_SIM_PACE: "0" });
    bench.defer(machine.end);
    const { folder, url } = databaseOf(machine);
    const create = await taskCreator(machine);
    const bare = await bareInserts(bench, url);
    const tasks = keepAsking(create);
    bench.defer(tasks.stop);

    await pause(BEFORE_MS);
    const postmaster = Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
    const killed = performance.now();
    process.kill(postmaster, "SIGQUIT");
    const [ours, peer] = await Promise.all([tasks.firstAfter(killed), bare.firstAfter(killed)]);
    await tasks.stop();
    const lost = await missing(url, tasks);
    // The bare client finds the server within one try of its return, so its first row tells when that was.
    const gap = Math.max(0, ours - peer) / 1_000;
    return [
      {
        what: `${postgresRestarted.what}: acknowledged tasks lost`,
        ours: { name: `of ${tasks.acknowledged.length} tasks`, unit: "", values: [lost] },
        figure: lost,
        unit: "lost",
        target: { better: "lower", floor: 0 },
      },
      {
        what: `${postgresRestarted.what}: gap after its return`,
        ours: { name: "task created, after the kill", unit: "s", values: [(ours - killed) / 1_000] },
        peer: { name: "bare client's row", unit: "s", values: [(peer - killed) / 1_000] },
        figure: gap,
        unit: "s",
        target: { better: "lower", floor: 5, goal: 2, moonshot: (0.1 * (peer - killed)) / 1_000 },
        notes: ["The gap is the time between the bare client's first row after the restart and our first task."],
      },
    ];
  },
};

function databaseOf({ home }: ThrowAwayMachine): { folder: string; url: string } {
  const record: { port: number; password: string; folder: string } = JSON.parse(
    readFileSync(join(home, "home/postgres.json"), "utf8"),
  );
  return {
    folder: record.folder,
    url: `postgresql://cadre:${record.password}@127.0.0.1:${record.port}/cadre`,
  };
}

/** Sets the machine up; creates one task per call and answers its id once the API has acknowledged it. */
async function taskCreator({ url, setupToken }: ThrowAwayMachine): Promise<(nth: number) => Promise<string>> {
  const owner = { name: "Bench Owner", email: "owner@example.com", password: crypto.randomUUID() };
  const setup = await apiClient(url).post<{ apiKey: string }>("/setup", { token: setupToken, ...owner });
  const api: ApiClient = apiClient(url, setup.apiKey);
  const me = await api.get<{ personId: string }>("/me");
  const project = await api.post<{ id: string }>("/projects", { key: "BENCH", name: "Bench" });
  const agent = await api.post<{ id: string }>("/agents", { name: "Agent", schedule: { off: true } });
  return async (nth) => {
    const task = await api.post<{ id: string }>("/tasks", {
      projectId: project.id,
      title: `Task ${nth}`,
      assigneeId: agent.id,
      reviewerKind: "person",
      reviewerId: me.personId,
      isDraft: true,
    });
    return task.id;
  };
}

/** A client with nothing but a pool that survives: the peer. */
async function bareInserts(bench: Bench, url: string): Promise<Prober<unknown>> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined);
  await pool.query("create table bare_rows (nth int)");
  bench.defer(() => pool.end());
  const bare = keepAsking((nth) => pool.query("insert into bare_rows values ($1)", [nth]));
  bench.defer(bare.stop);
  return bare;
}

async function missing(url: string, tasks: Prober<string>): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from tasks");
  await client.end();
  const there = new Set(rows.map(({ id }) => id));
  return tasks.acknowledged.filter(({ value }) => !there.has(value)).length;
}
