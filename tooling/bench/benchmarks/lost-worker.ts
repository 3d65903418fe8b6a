import { hostname } from "node:os";
import { join } from "node:path";
import { releaseWorkerProcess, transact } from "@cadre/engine";
import type { Benchmark, Finding } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import type { Bench } from "../rig/bench.ts";
import { type Child, startChild } from "../rig/child.ts";
import { type Company, openCompany } from "../rig/company.ts";

const WORKER = join(import.meta.dirname, "../programs/holding-worker.ts");

/** BullMQ with its default lock and stalled check, measured once for the anchors: it alone takes a minute. */
const BULLMQ_DEFAULT_MS = 59_700;

const TARGET = { better: "lower", floor: 0.5, goal: 0.15, moonshot: 0.05 } as const;

/** How long work stands still whose worker was killed: with a supervisor that saw it die, and when only the lease tells. */
export const lostWorker: Benchmark = {
  id: "PERF-R4",
  what: "killed worker: work goes on after",
  async run(bench) {
    const company = await openCompany(bench, { agents: 2 * bench.rounds });
    const victims = await Promise.all(
      company.agentIds.map(() => startWorker(bench, company, { BENCH_CONCURRENCY: "1" })),
    );
    const held = Promise.all(victims.map((victim) => victim.message<{ runId: string }>("held")));
    await Promise.all(company.agentIds.map((agentId) => queueRun(company, agentId)));
    const runIds = (await held).map(({ runId }) => runId);
    const survivor = await startWorker(bench, company, { BENCH_CONCURRENCY: "32", BENCH_REPAIRS: "yes" });
    const resumed = resumptions(survivor);
    const kill = async (nth: number, isSeen: "seen" | "unseen"): Promise<number> => {
      const begun = performance.now();
      const goesOn = resumed(runIds[nth] ?? "");
      const victim = victims[nth];
      await victim?.kill("SIGKILL");
      if (isSeen === "seen") await releaseWorkerProcess(company.deps, { host: hostname(), pid: victim?.pid ?? 0 });
      return (await goesOn) - begun;
    };
    const unseen = Promise.all(victims.slice(bench.rounds).map((_, nth) => kill(bench.rounds + nth, "unseen")));
    const seen: number[] = [];
    for (let nth = 0; nth < bench.rounds; nth += 1) seen.push(await kill(nth, "seen"));
    return [finding("its supervisor saw it", seen), finding("nobody saw it: the lease ends", await unseen)];
  },
};

function finding(how: string, values: readonly number[]): Finding {
  return {
    what: `${lostWorker.what}, ${how}`,
    ours: { name: "goes on", unit: "ms", values },
    peer: { name: "BullMQ defaults", unit: "ms", values: [BULLMQ_DEFAULT_MS] },
    figure: median(values) / BULLMQ_DEFAULT_MS,
    unit: "x",
    target: TARGET,
    notes: ["BullMQ's 59.7 s were measured once for the anchors, on a quiet machine; measuring them takes a minute."],
  };
}

async function startWorker(bench: Bench, { databaseUrl }: Company, settings: Record<string, string>): Promise<Child> {
  const child = startChild(bench, WORKER, { DATABASE_URL: databaseUrl, ...settings });
  await child.message("ready");
  return child;
}

function queueRun({ deps, owner }: Company, agentId: string): Promise<string> {
  return transact(deps, owner, (tx) =>
    tx.runs.queue({ agentId, kind: "no_op", scenario: "no_op", lane: "focus", priority: 2 }),
  );
}

/** When a worker claims each run, by this process's clock. */
function resumptions(worker: Child): (runId: string) => Promise<number> {
  const asked = new Map<string, (at: number) => void>();
  worker.onMessage((message) => {
    if ("runId" in message && typeof message.runId === "string") asked.get(message.runId)?.(performance.now());
  });
  return (runId) => new Promise((resolve) => asked.set(runId, resolve));
}
