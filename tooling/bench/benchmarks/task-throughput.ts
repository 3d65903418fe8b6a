import type { Benchmark } from "../benchmark.ts";
import { median } from "../judge/statistics.ts";
import { commitCounter, commitsPerSecond } from "../rig/commits.ts";
import { type Company, openCompany } from "../rig/company.ts";
import { interleave, ratePerSecond } from "../rig/interleave.ts";
import { callingAgent } from "../rig/no-op-agent.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";
import { isRedisThere } from "../rig/redis.ts";

const TASKS = 1_000;
const LIMIT_COMMITS = 4_000;
const CONCURRENCY = 100;
/** Beside the single writes of its steps, a task waits for its claim and for its end. */
const CLAIM_AND_END = 2;

/**
 * Tasks that wait are run by an agent whose work costs nothing, against what the disk allows for as many commits as a task waits for.
 * Tasks that wait at the same time share commits; that is why the limit counts what they wait for and not what was written.
 */
export const taskThroughput: Benchmark = {
  id: "PERF-P3",
  what: "tasks run by an agent that does no work, with every commit",
  async run(bench) {
    const hints = isRedisThere() ? { redisUrl: await bench.redisUrl() } : {};
    const company = await openCompany(bench, { ...hints, agents: TASKS });
    const countCommits = await commitCounter(company.database.pool);
    const countWrites = writeCounter(company);
    const step = callingAgent(company);
    const waits: number[] = [];
    const commits: number[] = [];
    const rates = await interleave(
      bench.rounds,
      {
        ours: async () => {
          await ratePerSecond(TASKS, CONCURRENCY, (nth) => createNthTask(company, nth));
          await countCommits();
          countWrites();
          const begun = performance.now();
          const executor = await startExecutor(bench, company, { step, concurrency: CONCURRENCY });
          await executor.ended(TASKS);
          const rate = TASKS / ((performance.now() - begun) / 1_000);
          await executor.stop();
          waits.push(countWrites() / TASKS + CLAIM_AND_END);
          commits.push((await countCommits()) / TASKS);
          return rate;
        },
        limit: () => commitsPerSecond(company.database.pool, LIMIT_COMMITS),
      },
      { afterWarmUp: company.settle },
    );
    const perTask = median(waits);
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
          "Each task is claimed, pays for a model call, keeps its reply, starts and finishes the tool call in it, and ends.",
          `${perTask.toFixed(2)} commits that each task waits for were ${median(commits).toFixed(2)} in the write-ahead log. Hints go through ${isRedisThere() ? "Redis" : "Postgres and count too"}.`,
        ],
      },
    ];
  },
};

/** Counts the single writes that were asked for since the last count, whoever asked. */
function writeCounter({ database }: Company): () => number {
  const { write } = database;
  let asked = 0;
  Object.assign(database, {
    write: (...args: Parameters<typeof write>) => {
      asked += 1;
      return write(...args);
    },
  });
  return () => {
    const counted = asked;
    asked = 0;
    return counted;
  };
}
