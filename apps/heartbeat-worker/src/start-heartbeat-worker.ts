import { type EngineDeps, fireDueSlots, JOBS, reconcile, serveJobs, staggerOverdueTasks } from "@cadre/engine";
import {
  compose,
  createLogger,
  createMetrics,
  createRelay,
  createWebhookSender,
  type Logger,
  pause,
  type RunningServer,
  startMonitorServer,
  whileLeader,
} from "@cadre/server-kit";
import { HEARTBEAT_LIMITS, RUN_LIMITS } from "@cadre/shared";
import type { HeartbeatWorkerEnv } from "./env.ts";

/** Any two constants: they only have to be the same in every process of the fleet. */
const RELAY_LOCK = 4_600_101;
const CLOCK_LOCK = 4_600_102;

/** Starts time and repair: relay, webhooks, schedule slots, reconciler, housekeeping. One process of the fleet leads each; webhooks are sent by all. Never calls a model. */
export async function startHeartbeatWorker(env: HeartbeatWorkerEnv): Promise<RunningServer> {
  const log = createLogger("heartbeat-worker", env.CADRE_LOG_LEVEL);
  const composition = compose({
    name: "heartbeat-worker",
    databaseUrl: env.DATABASE_URL,
    maxConnections: env.CADRE_DATABASE_POOL,
    redisUrl: env.REDIS_URL,
    home: env.CADRE_HOME,
    secretKey: env.CADRE_SECRET_KEY,
    privateHosts: env.CADRE_WEBHOOK_PRIVATE_HOSTS,
    log,
  });
  const { deps, database, link } = composition;
  const stopping = new AbortController();
  const { signal } = stopping;
  const onProblem = (error: Error, where: string): void =>
    log.warn({ err: error, where }, "A pass failed; the next one tries again.");
  const relay = createRelay({ database, onPositions: () => link.positions(), onProblem });
  const webhooks = createWebhookSender(deps, onProblem);
  const listening = await link.listen({ events: relay.ring, positions: webhooks.ring }, { concurrency: 1 });
  const lead = (name: string, lock: number, work: (leads: AbortSignal) => Promise<void>): Promise<void> =>
    whileLeader({ url: env.DATABASE_URL, lock, name, signal }, work, onProblem);
  const loops = [
    lead("relay", RELAY_LOCK, (leads) => relay.run(leads)),
    lead("clock", CLOCK_LOCK, (leads) => keepTime(deps, log, leads)),
    // Deliveries are claimed one by one: every process sends.
    webhooks.run(signal),
  ];
  const monitor =
    env.CADRE_MONITOR_PORT === undefined
      ? undefined
      : await startMonitorServer(env.CADRE_MONITOR_PORT, createMetrics(database, link), async () => true);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      monitor?.close();
      await listening.stop();
      await composition.close();
    },
  };
}

/** The passes of the leader: repairs often, slots each second, housekeeping when its time has come. */
async function keepTime(deps: EngineDeps, log: Logger, leads: AbortSignal): Promise<void> {
  // What fell due while nobody kept time starts spread out, not all at once.
  await staggerOverdueTasks(deps);
  const pass = { leads, log };
  await Promise.all([
    every(RUN_LIMITS.reconcileIntervalMs, pass, async () => {
      const report = await reconcile(deps);
      if (report.tasksWithoutMover > 0)
        log.error({ report }, "Open tasks that nothing will move: look at their next mover.");
      if (report.released > 0) log.warn({ report }, "Claims of lost workers were given back.");
    }),
    every(HEARTBEAT_LIMITS.slotPassMs, pass, async () => {
      await fireDueSlots(deps);
    }),
    every(HEARTBEAT_LIMITS.jobPassMs, pass, async () => {
      for (const { job, cause } of await serveJobs(deps, JOBS)) log.error({ err: cause, job }, "A job failed.");
    }),
  ]);
}

type Pass = { readonly leads: AbortSignal; readonly log: Logger };

async function every(ms: number, { leads, log }: Pass, run: () => Promise<void>): Promise<void> {
  while (!leads.aborted) {
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, "A pass failed; the next one tries again.");
    }
    await pause(ms, leads);
  }
}
