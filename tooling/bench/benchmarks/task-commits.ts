import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { commitCounter } from "../rig/commits.ts";
import { openCompany } from "../rig/company.ts";
import { ratePerSecond } from "../rig/interleave.ts";
import { acceptTask, submittingAgent } from "../rig/no-op-agent.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";
import { isRedisThere } from "../rig/redis.ts";

const TASKS = 100;
const CONCURRENCY = 20;

/** How often a task with everything around it goes to the disk: ledger, submit, review, verdict, reflection. */
export const taskCommits: Benchmark = {
  id: "PERF-P3",
  what: "commits of a no-op task with ledger, submit and verdict",
  async run(bench) {
    const hints = isRedisThere() ? { redisUrl: await bench.redisUrl() } : {};
    const company = await openCompany(bench, { ...hints, agents: CONCURRENCY });
    const countCommits = await commitCounter(company.database.pool);
    const executor = await startExecutor(bench, company, { step: submittingAgent(company), concurrency: CONCURRENCY });
    const commits: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      await countCommits();
      const taskIds: string[] = [];
      await ratePerSecond(TASKS, CONCURRENCY, async (nth) => taskIds.push(await createNthTask(company, nth)));
      await executor.ended(TASKS);
      await ratePerSecond(TASKS, CONCURRENCY, (nth) => acceptTask(company, taskIds[nth] ?? ""));
      commits.push((await countCommits()) / TASKS);
    }
    return [
      {
        what: taskCommits.what,
        ours: { name: "commits", unit: "", values: commits },
        figure: median(commits),
        unit: "commits",
        target: { better: "lower", floor: 8 },
      },
    ];
  },
};
