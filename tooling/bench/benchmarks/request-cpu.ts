import type { Benchmark, Finding } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { openCompany } from "../rig/company.ts";
import { interleave } from "../rig/interleave.ts";
import { openLoad, startApi, startBareFastify } from "../rig/servers.ts";

const TARGET = { better: "lower", floor: 2.5, goal: 1.6, moonshot: 1.3 } as const;

/** Short turns, many of them: a busy moment of the machine then meets single turns of all sides, and a median leaves it out. */
const TURNS_IN_A_ROUND = 4;
const REQUESTS = 2_000;
/** As many requests as it takes until the code of both sides has been compiled. */
const WARM_UP_REQUESTS = 8_000;

/** A task without a title, for nobody: both sides refuse it for the same fields. */
const REFUSED = { projectId: "prj_1", title: "", description: "d", assigneeId: "", reviewerId: "agt_2" };

/** What the edge costs: a key, validation and an answer, with nothing behind it. */
export const requestCpu: Benchmark = {
  id: "PERF-P1",
  what: "CPU of a request without the database",
  async run(bench) {
    const company = await openCompany(bench, { agents: 0 });
    const api = await startApi(bench, company, undefined);
    const key = company.apiKey;
    const demo = await fetch(`http://127.0.0.1:${api.port}/api/v1/demo`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const bare = await startBareFastify(bench, { answer: await demo.text() });
    const load = await openLoad(bench);
    const get = { method: "GET", status: 200 } as const;
    const post = { method: "POST", bodies: [REFUSED], status: 400 } as const;
    const sides = (total: number) => ({
      read: () => load(api, { ...get, path: "/api/v1/demo", key }, total),
      bareRead: () => load(bare, { ...get, path: "/demo" }, total),
      refusal: () => load(api, { ...post, path: "/api/v1/tasks", key }, total),
      bareRefusal: () => load(bare, { ...post, path: "/tasks" }, total),
    });
    for (const warmUp of Object.values(sides(WARM_UP_REQUESTS))) await warmUp();
    const micros = await interleave(bench.rounds * TURNS_IN_A_ROUND, sides(REQUESTS));
    return [
      finding("GET /demo: key checked, answer computed", micros.read, micros.bareRead),
      finding("POST /tasks refused: key checked, body validated", micros.refusal, micros.bareRefusal),
    ];
  },
};

function finding(request: string, ours: readonly number[], peer: readonly number[]): Finding {
  return {
    what: `${requestCpu.what}, ${request}`,
    ours: { name: "API", unit: "µs", values: ours },
    peer: { name: "bare Fastify + schema", unit: "µs", values: peer },
    figure: median(ours) / median(peer),
    unit: "x",
    target: TARGET,
    notes: [
      "Keys are looked up in the database for each request, together for those that come meanwhile, as in the product.",
    ],
  };
}
