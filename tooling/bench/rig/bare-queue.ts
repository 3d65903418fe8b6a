import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { ratePerSecond } from "./interleave.ts";
import type { Bench } from "./bench.ts";

/** BullMQ on Redis with jobs that do nothing: the peer of tasks. */
export type BareQueue = {
  /** Adds jobs first, then runs them all. Answers the jobs run in a second. */
  runRate(jobs: number, concurrency: number): Promise<number>;
  /** How long one job takes from its adding to its end, in milliseconds. */
  latencies(jobs: number): Promise<number[]>;
};

const OPTIONS = { removeOnComplete: true } as const;
const WARM_UP_JOBS = 20;

export async function openBareQueue(bench: Bench): Promise<BareQueue> {
  const connect = async (): Promise<Redis> => new Redis(await bench.redisUrl(), { maxRetriesPerRequest: null });
  const [adding, working] = [await connect(), await connect()];
  bench.defer(() => [adding, working].forEach((client) => client.disconnect()));
  let made = 0;
  const open = async (): Promise<Queue> => {
    const queue = new Queue(`bare-${process.pid}-${(made += 1)}`, { connection: adding });
    await queue.waitUntilReady();
    return queue;
  };
  return {
    async runRate(jobs, concurrency) {
      const queue = await open();
      await ratePerSecond(jobs, concurrency, (nth) => queue.add("nothing", { nth }, OPTIONS));
      const all = Promise.withResolvers<void>();
      let left = jobs;
      const begun = performance.now();
      const run = async (): Promise<void> => void ((left -= 1) === 0 && all.resolve());
      const worker = new Worker(queue.name, run, { connection: working, concurrency });
      await all.promise;
      const rate = jobs / ((performance.now() - begun) / 1_000);
      await worker.close();
      await queue.close();
      return rate;
    },
    async latencies(jobs) {
      const queue = await open();
      let done = (): void => undefined;
      const worker = new Worker(queue.name, async () => done(), { connection: working });
      await worker.waitUntilReady();
      const taken: number[] = [];
      for (let nth = 0; nth < jobs + WARM_UP_JOBS; nth += 1) {
        const ended = new Promise<void>((resolve) => (done = resolve));
        const begun = performance.now();
        await queue.add("nothing", { nth }, OPTIONS);
        await ended;
        taken.push(performance.now() - begun);
      }
      await worker.close();
      await queue.close();
      return taken.slice(WARM_UP_JOBS);
    },
  };
}
