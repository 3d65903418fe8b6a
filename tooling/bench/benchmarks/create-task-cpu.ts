import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { openCompany } from "../rig/company.ts";
import { interleave } from "../rig/interleave.ts";
import { isRedisThere } from "../rig/redis.ts";
import { openLoad, startApi, startBareFastify } from "../rig/servers.ts";

const AGENTS = 21;
/** Short turns, many of them: a busy moment of the machine then meets single turns of both sides, and a median leaves it out. */
const TURNS_IN_A_ROUND = 4;
const REQUESTS = 500;
/** As many requests as it takes until the code of both sides has been compiled. */
const WARM_UP_REQUESTS = 3_000;

/** Creating a task that starts at once: its rows, its events, its session, mail and run, and the hint to an executor. */
export const createTaskCpu: Benchmark = {
  id: "PERF-P2",
  what: "CPU of a request that creates a task",
  async run(bench) {
    const redisUrl = isRedisThere() ? await bench.redisUrl() : undefined;
    const company = await openCompany(bench, { ...(redisUrl === undefined ? {} : { redisUrl }), agents: AGENTS });
    const api = await startApi(bench, company, redisUrl);
    const bare = await startBareFastify(bench, { databaseUrl: company.databaseUrl });
    const load = await openLoad(bench);
    const [reviewerId = "", ...assigneeIds] = company.agentIds;
    const bodies = assigneeIds.map((assigneeId, nth) => ({
      projectId: company.projectIds[nth % company.projectIds.length] ?? "",
      title: "Say hello to everybody",
      description: "x".repeat(800),
      assigneeId,
      reviewerId,
    }));
    const key = company.apiKey;
    const sides = (total: number) => ({
      ours: () => load(api, { method: "POST", path: "/api/v1/tasks", key, bodies, status: 201 }, total),
      peer: () => load(bare, { method: "POST", path: "/tasks", bodies, status: 201 }, total),
    });
    for (const warmUp of Object.values(sides(WARM_UP_REQUESTS))) await warmUp();
    const micros = await interleave(bench.rounds * TURNS_IN_A_ROUND, sides(REQUESTS), { afterWarmUp: company.settle });
    return [
      {
        what: createTaskCpu.what,
        ours: { name: "API", unit: "µs", values: micros.ours },
        peer: { name: "bare Fastify + one INSERT", unit: "µs", values: micros.peer },
        figure: median(micros.ours) / median(micros.peer),
        unit: "x",
        target: { better: "lower", floor: 3, goal: 1.8, moonshot: 1.4 },
        notes: [`The hint goes through ${redisUrl === undefined ? "Postgres" : "Redis"}.`],
      },
    ];
  },
};
