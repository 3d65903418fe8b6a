import { createNoOpStep } from "@cadre/engine";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { commitCounter, commitsPerSecond } from "../rig/commits.ts";
import { openCompany } from "../rig/company.ts";
import { finishTask } from "../rig/finish-task.ts";
import { interleave, ratePerSecond } from "../rig/interleave.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";

const TASKS = 500;
const LIMIT_COMMITS = 1_500;
const CONCURRENCY = 50;

/** The whole life of a task that nobody works on, against what the disk allows for as many commits. */
export const taskThroughput: Benchmark = {
  id: "PERF-P3",
  what: "no-op tasks, created, claimed and ended",
  async run(bench) {
    const company = await openCompany(bench, { agents: CONCURRENCY });
    const countCommits = await commitCounter(company.database.pool);
    const step = createNoOpStep({ finishTask });
    const commits: number[] = [];
    const rates = await interleave(
      bench.rounds,
      {
        ours: async () => {
          await countCommits();
          const begun = performance.now();
          const executor = await startExecutor(bench, company, { step, concurrency: CONCURRENCY });
          await ratePerSecond(TASKS, CONCURRENCY, (nth) => createNthTask(company, nth));
          await executor.ended(TASKS);
          const rate = TASKS / ((performance.now() - begun) / 1_000);
          await executor.stop();
          commits.push((await countCommits()) / TASKS);
          return rate;
        },
        limit: () => commitsPerSecond(company.database.pool, LIMIT_COMMITS),
      },
      { afterWarmUp: company.settle },
    );
    const perTask = median(commits);
    const limits = rates.limit.map((rate) => rate / perTask);
    return [
      {
        what: taskThroughput.what,
        ours: { name: "tasks", unit: "/s", values: rates.ours },
        peer: { name: `commits ÷ ${perTask.toFixed(2)}`, unit: "/s", values: limits },
        figure: median(rates.ours) / median(limits),
        unit: "x",
        target: { better: "higher", floor: 0.4, goal: 0.6, moonshot: 0.85 },
        notes: [
          "Commits are counted in the write-ahead log; hints go through Postgres, as in the standalone product, and count too.",
        ],
      },
    ];
  },
};
