import { Fault } from "@cadre/shared";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { hintSender, jobHandler, RUN_QUEUE, type RunHint, WORKER_POLICY } from "./bullmq-hints.ts";
import type { DoorbellLink, HintHandlers, LinkOptions } from "./doorbell-link.ts";
import { throttled } from "./throttled.ts";

const CONTROL_CHANNEL = "cadre:control";
const EVENTS_CHANNEL = "cadre:events";
const POSITIONS_CHANNEL = "cadre:positions";

/** A Redis that evicts forgets hints whenever it is full. One that does not tell its settings is believed. */
async function refuseEviction(redis: Redis): Promise<void> {
  const setting = await redis.config("GET", "maxmemory-policy").catch(() => []);
  const policy = Array.isArray(setting) ? setting[1] : undefined;
  if (policy === undefined || policy === "noeviction") return;
  throw new Fault("unavailable", "redis.evicts", {
    message: `Redis is set to maxmemory-policy ${String(policy)}, so it would forget hints when it is full. Set it to noeviction.`,
  });
}

/** Hears what has a handler; nobody is woken for what it does not follow. */
async function subscribe(redis: Redis, handlers: HintHandlers): Promise<void> {
  const { control, events, positions } = handlers;
  const hearers = new Map<string, (message: string) => void>();
  if (control !== undefined) hearers.set(CONTROL_CHANNEL, (message) => control(message.split(",")));
  if (events !== undefined) hearers.set(EVENTS_CHANNEL, events);
  if (positions !== undefined) hearers.set(POSITIONS_CHANNEL, positions);
  redis.on("message", (channel: string, message: string) => hearers.get(channel)?.(message));
  if (hearers.size > 0) await redis.subscribe(...hearers.keys());
}

/** Hints over Redis: BullMQ for runs, publish and subscribe for control and events. Losing all of Redis loses no work. */
export function createRedisDoorbell(redisUrl: string, options: LinkOptions): DoorbellLink {
  const { onProblem } = options;
  const connect = (maxRetriesPerRequest: number | null): Redis => {
    const redis = new Redis(redisUrl, { maxRetriesPerRequest, enableReadyCheck: true });
    redis.on("error", (error: Error) => onProblem(error, "redis"));
    return redis;
  };
  const ringing = connect(1);
  const queue = new Queue<RunHint>(RUN_QUEUE, { connection: ringing });
  queue.on("error", (error) => onProblem(error, "queue"));
  const publish = (channel: string, message = ""): void =>
    void ringing.publish(channel, message).catch((error: Error) => onProblem(error, `${channel} hint`));

  return {
    doorbell: {
      run: hintSender(queue, onProblem),
      control(hint) {
        if (hint.runIds.length === 0) return;
        publish(CONTROL_CHANNEL, hint.runIds.join(","));
      },
      events: throttled(() => publish(EVENTS_CHANNEL)),
    },
    positions: () => publish(POSITIONS_CHANNEL),
    async listen(handlers, { concurrency }) {
      await refuseEviction(ringing);
      const subscriber = connect(null);
      await subscribe(subscriber, handlers);
      const blocking = handlers.run === undefined ? undefined : connect(null);
      const worker =
        blocking === undefined
          ? undefined
          : new Worker<RunHint>(RUN_QUEUE, jobHandler(handlers, onProblem), {
              connection: blocking,
              concurrency,
              drainDelay: 2,
              ...WORKER_POLICY,
            });
      worker?.on("error", (error) => onProblem(error, "worker"));
      return {
        async stop() {
          await worker?.close(true);
          blocking?.disconnect();
          subscriber.disconnect();
        },
      };
    },
    async depth() {
      const counts = await queue.getJobCounts("waiting", "prioritized", "delayed", "active");
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    async close() {
      await queue.close();
      ringing.disconnect();
    },
  };
}
