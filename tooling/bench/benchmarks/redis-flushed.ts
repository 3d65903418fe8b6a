import { setTimeout as pause } from "node:timers/promises";
import { reconcile } from "@cadre/engine";
import { RUN_LIMITS } from "@cadre/shared";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Benchmark } from "../benchmark.ts";
import type { Bench } from "../rig/bench.ts";
import { openCompany } from "../rig/company.ts";
import { finishTasks } from "../rig/finish-task.ts";
import { ratePerSecond } from "../rig/interleave.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";
import { type OwnRedis, startRedis } from "../rig/redis.ts";

const TASKS = 500;
const FLUSHED_AFTER = 150;
const CONCURRENCY = 50;
const WORK_MS = 50;
const DEADLINE_MS = 30_000;
const POLL_MS = 20;

/** Redis forgets everything while five hundred tasks are under way. */
export const redisFlushed: Benchmark = {
  id: "PERF-R5",
  what: "Redis flushed during 500 tasks",
  needs: ["redis-server"],
  async run(bench) {
    const redis = await startRedis();
    bench.defer(redis.stop);
    const ours = await flushTasks(bench, redis);
    const bare = await flushBareJobs(bench, redis);
    return [
      {
        what: `${redisFlushed.what}: unfinished`,
        ours: { name: "tasks", unit: "", values: [ours.unfinished] },
        peer: { name: "bare BullMQ jobs", unit: "", values: [bare] },
        figure: ours.unfinished,
        unit: "lost",
        target: { better: "lower", floor: 0 },
      },
      {
        what: `${redisFlushed.what}: sweeps until all are finished`,
        ours: { name: "sweeps", unit: "", values: [ours.sweeps] },
        figure: ours.sweeps,
        unit: "sweeps",
        target: { better: "lower", goal: 2 },
      },
      {
        what: `${redisFlushed.what}: time until all are finished`,
        ours: { name: "time", unit: "s", values: [ours.seconds] },
        figure: ours.seconds,
        unit: "s",
        target: { better: "lower", moonshot: 5 },
        notes: [`Each task works for ${WORK_MS} ms, ${CONCURRENCY} at a time.`],
      },
    ];
  },
};

async function flushTasks(
  bench: Bench,
  redis: OwnRedis,
): Promise<{ unfinished: number; sweeps: number; seconds: number }> {
  const company = await openCompany(bench, { redisUrl: redis.url, agents: CONCURRENCY });
  let done = 0;
  const executor = await startExecutor(bench, company, {
    concurrency: CONCURRENCY,
    step: async () => {
      await pause(WORK_MS);
      return {
        kind: "succeeded",
        outcome: "done",
        alongside(tx, claims) {
          finishTasks(tx, claims);
          tx.unit.afterCommit(() => void (done += claims.length));
        },
      };
    },
  });
  await ratePerSecond(TASKS, CONCURRENCY, (nth) => createNthTask(company, nth));
  await until(() => done >= FLUSHED_AFTER);
  const begun = performance.now();
  await flush(redis.url);
  let sweeps = 0;
  const sweeping = setInterval(() => {
    if (done >= TASKS) return;
    sweeps += 1;
    void reconcile(company.deps);
  }, RUN_LIMITS.reconcileIntervalMs);
  await until(() => done >= TASKS);
  clearInterval(sweeping);
  const seconds = (performance.now() - begun) / 1_000;
  await executor.stop();
  return { unfinished: TASKS - done, sweeps, seconds };
}

/** How many of as many bare jobs never run. */
async function flushBareJobs(bench: Bench, redis: OwnRedis): Promise<number> {
  const connect = (): Redis => {
    const client = new Redis(redis.url, { maxRetriesPerRequest: null });
    bench.defer(() => client.disconnect());
    return client;
  };
  const queue = new Queue("bare", { connection: connect() });
  queue.on("error", () => undefined);
  await queue.addBulk(Array.from({ length: TASKS }, (_, nth) => ({ name: "nothing", data: { nth } })));
  let done = 0;
  const run = async (): Promise<void> => {
    await pause(WORK_MS);
    done += 1;
  };
  const worker = new Worker("bare", run, { connection: connect(), concurrency: CONCURRENCY });
  worker.on("error", () => undefined);
  await until(() => done >= FLUSHED_AFTER);
  await flush(redis.url);
  await pause(2 * RUN_LIMITS.reconcileIntervalMs);
  await worker.close(true);
  return TASKS - done;
}

async function flush(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!isTrue() && performance.now() < deadline) await pause(POLL_MS);
}
