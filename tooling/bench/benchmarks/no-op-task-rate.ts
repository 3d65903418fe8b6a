import { createNoOpStep } from "@cadre/engine";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { openBareQueue } from "../rig/bare-queue.ts";
import { openCompany } from "../rig/company.ts";
import { finishTasks } from "../rig/finish-task.ts";
import { interleave, ratePerSecond } from "../rig/interleave.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";

const JOBS = 3_000;
const CONCURRENCY = 50;
const AGENTS = 1_000;

/**
 * What a durable task costs on top of a bare queue: the executor claims and ends tasks that wait in Postgres. No agent
 * has more of them than it may work on at once, for a bare job waits for no other either.
 */
export const noOpTaskRate: Benchmark = {
  id: "PERF-P4",
  what: "no-op tasks run without review and ledger, on Redis",
  needs: ["redis"],
  async run(bench) {
    const company = await openCompany(bench, {
      redisUrl: await bench.redisUrl(),
      agents: AGENTS,
      tasksAtOnce: JOBS / AGENTS,
    });
    const bare = await openBareQueue(bench);
    const step = createNoOpStep({ finishTasks });
    const rates = await interleave(
      bench.rounds,
      {
        ours: async () => {
          await ratePerSecond(JOBS, CONCURRENCY, (nth) => createNthTask(company, nth));
          const begun = performance.now();
          const executor = await startExecutor(bench, company, { step, concurrency: CONCURRENCY });
          await executor.ended(JOBS);
          const rate = JOBS / ((performance.now() - begun) / 1_000);
          await executor.stop();
          return rate;
        },
        peer: () => bare.runRate(JOBS, CONCURRENCY),
      },
      { afterWarmUp: company.settle },
    );
    return [
      {
        what: noOpTaskRate.what,
        ours: { name: "tasks", unit: "/s", values: rates.ours },
        peer: { name: "bare BullMQ", unit: "/s", values: rates.peer },
        figure: median(rates.ours) / median(rates.peer),
        unit: "x",
        target: { better: "higher", floor: 0.1, goal: 0.18, moonshot: 0.5 },
      },
    ];
  },
};
