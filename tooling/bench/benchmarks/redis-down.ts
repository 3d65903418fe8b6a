import { setTimeout as pause } from "node:timers/promises";
import { createNoOpStep, reconcile } from "@cadre/engine";
import { RUN_LIMITS } from "@cadre/shared";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Benchmark, Finding } from "../benchmark.ts";
import type { Bench } from "../rig/bench.ts";
import { type Company, openCompany } from "../rig/company.ts";
import { finishTasks } from "../rig/finish-task.ts";
import { createNthTask, startExecutor } from "../rig/no-op-tasks.ts";
import { keepAsking, type Prober } from "../rig/outage.ts";
import { type OwnRedis, startRedis } from "../rig/redis.ts";

const DOWN_MS = 9_000;
const BEFORE_MS = 1_000;
const DEADLINE_MS = 15_000;
const POLL_MS = 10;

/** Redis is away for nine seconds while tasks keep coming. */
export const redisDown: Benchmark = {
  id: "PERF-R6",
  what: `Redis down for ${DOWN_MS / 1_000} s`,
  needs: ["redis-server"],
  async run(bench) {
    const redis = await startRedis();
    bench.defer(redis.stop);
    const company = await openCompany(bench, { redisUrl: redis.url, agents: 10, tasksAtOnce: 5 });
    const ends: number[] = [];
    await startExecutor(bench, company, { step: countedNoOp(ends), concurrency: 16 });
    const sweeping = setInterval(() => void reconcile(company.deps), RUN_LIMITS.reconcileIntervalMs);
    bench.defer(() => clearInterval(sweeping));
    const bareEnds = await bareWorker(bench, redis);
    const tasks = keepAsking((nth) => createNthTask(company, nth));
    bench.defer(tasks.stop);

    await pause(BEFORE_MS);
    await redis.halt();
    await pause(DOWN_MS);
    await redis.resume();
    const back = performance.now();
    await until(() => [ends, bareEnds].every((each) => each.some((at) => at > back)));
    await tasks.stop();
    await until(() => ends.length >= tasks.acknowledged.length);
    return [lost(tasks, await openTasks(company)), gapFinding(back, ends, bareEnds)];
  },
};

function lost(tasks: Prober<string>, open: number): Finding {
  return {
    what: `${redisDown.what}: acknowledged tasks that did not finish`,
    ours: { name: `of ${tasks.acknowledged.length} tasks`, unit: "", values: [open] },
    figure: open,
    unit: "lost",
    target: { better: "lower", floor: 0 },
  };
}

function gapFinding(back: number, ends: readonly number[], bareEnds: readonly number[]): Finding {
  const gapOf = (each: readonly number[]): number => ((each.find((at) => at > back) ?? Number.NaN) - back) / 1_000;
  return {
    what: `${redisDown.what}: gap after its return`,
    ours: { name: "first task ends after", unit: "s", values: [gapOf(ends)] },
    peer: { name: "first bare BullMQ job", unit: "s", values: [gapOf(bareEnds)] },
    figure: gapOf(ends),
    unit: "s",
    target: { better: "lower", floor: 5, goal: 2, moonshot: 1.1 * gapOf(bareEnds) },
  };
}

function countedNoOp(ends: number[]): ReturnType<typeof createNoOpStep> {
  return createNoOpStep({
    finishTasks(tx, claims) {
      finishTasks(tx, claims);
      tx.unit.afterCommit(() => claims.forEach(() => ends.push(performance.now())));
    },
  });
}

async function openTasks({ database }: Company): Promise<number> {
  const [row] = await database.query<{ open: number }>(
    "select count(*)::int as open from tasks where completed_at is null",
  );
  return row?.open ?? 0;
}

/** When bare jobs end that a bare client keeps adding. */
async function bareWorker(bench: Bench, redis: OwnRedis): Promise<readonly number[]> {
  const ends: number[] = [];
  const connect = (): Redis => {
    const client = new Redis(redis.url, { maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    bench.defer(() => client.disconnect());
    return client;
  };
  const queue = new Queue("bare", { connection: connect() });
  queue.on("error", () => undefined);
  const worker = new Worker("bare", async () => void ends.push(performance.now()), { connection: connect() });
  worker.on("error", () => undefined);
  const adding = keepAsking(() => queue.add("nothing", {}, { removeOnComplete: true }));
  bench.defer(() => worker.close(true));
  bench.defer(adding.stop);
  return ends;
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!isTrue() && performance.now() < deadline) await pause(POLL_MS);
}
