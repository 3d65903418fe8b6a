import { createNoOpStep } from "@cadre/engine";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { openBareQueue } from "../rig/bare-queue.ts";
import { openCompany } from "../rig/company.ts";
import { finishTasks } from "../rig/finish-task.ts";
import { interleave } from "../rig/interleave.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";

const TASKS = 200;
const BARE_JOBS = 200;
const AGENTS = 10;

/** How long one task takes that has the machine to itself, from the moment its creator knows it accepted. */
export const taskLatency: Benchmark = {
  id: "PERF-P5",
  what: "one task, accepted to completed, p50",
  needs: ["redis"],
  async run(bench) {
    const company = await openCompany(bench, { redisUrl: await bench.redisUrl(), agents: AGENTS });
    const bare = await openBareQueue(bench);
    let isEnded = (): void => undefined;
    const step = createNoOpStep({
      finishTasks(tx, claims) {
        finishTasks(tx, claims);
        tx.unit.afterCommit(() => isEnded());
      },
    });
    const executor = await startExecutor(bench, company, { step, concurrency: AGENTS });
    const withRequest: number[] = [];
    const taken = await interleave(
      bench.rounds,
      {
        ours: async () => {
          const each: number[] = [];
          const fromRequest: number[] = [];
          for (let nth = 0; nth < TASKS; nth += 1) {
            const ended = new Promise<void>((resolve) => (isEnded = resolve));
            const asked = performance.now();
            await createNthTask(company, nth);
            const accepted = performance.now();
            await ended;
            const over = performance.now();
            each.push(over - accepted);
            fromRequest.push(over - asked);
            await executor.ended(1);
          }
          withRequest.push(median(fromRequest));
          return median(each);
        },
        peer: async () => median(await bare.latencies(BARE_JOBS)),
      },
      { afterWarmUp: company.settle },
    );
    return [
      {
        what: taskLatency.what,
        ours: { name: "task", unit: "ms", values: taken.ours },
        peer: { name: "bare BullMQ", unit: "ms", values: taken.peer },
        figure: median(taken.ours) / median(taken.peer),
        unit: "x",
        target: { better: "lower", floor: 10, goal: 5, moonshot: 3 },
        notes: [
          `With the request that creates it, until its answer: ${median(withRequest).toFixed(2)} ms, ${(median(withRequest) / median(taken.peer)).toFixed(1)} x.`,
        ],
      },
    ];
  },
};
