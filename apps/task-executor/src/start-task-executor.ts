import { hostname } from "node:os";
import path from "node:path";
import {
  createAgentTools,
  createBudgetGate,
  createDeltaWriter,
  createLedger,
  createLlmDeps,
  createNoOpStep,
  createTurnStep,
  type EngineDeps,
  executeHint,
  type LiveWorker,
  resolveTargets,
  type SpendAccount,
  startWorker,
  type Step,
} from "@cadre/engine";
import {
  CATALOGUE,
  createProviders,
  createRouter,
  memoryBreakerStore,
  systemIdleWatch,
  systemWait,
} from "@cadre/llm-router";
import {
  compose,
  type Composition,
  createLogger,
  createMetrics,
  type Logger,
  pause,
  type RunningServer,
  startMonitorServer,
} from "@cadre/server-kit";
import { RUN_LIMITS } from "@cadre/shared";
import { createOpenShell, detectSandbox, type Sandbox } from "@cadre/tool-selector";
import type { TaskExecutorEnv } from "./env.ts";
import { environmentFacts } from "./environment-facts.ts";
import { modelTargets } from "./model-targets.ts";

/** Raised when a run written by this version needs an executor that understands it. */
const EXECUTOR_VERSION = 1;
const MICROS_PER_USD = 1_000_000;

/** Starts the only kind of process that calls models and runs tools. */
export async function startTaskExecutor(env: TaskExecutorEnv): Promise<RunningServer> {
  const log = createLogger("task-executor", env.CADRE_LOG_LEVEL);
  const composition = composeExecutor(env, log);
  const { deps, database, link } = composition;
  const stepFor = await createSteps(deps, env, log);
  const worker = await startWorker(deps, {
    kind: "task-executor",
    host: hostname(),
    pid: process.pid,
    version: EXECUTOR_VERSION,
  });
  const stopping = new AbortController();
  const beats = beat(worker, log, stopping.signal);
  const listening = await link.listen(
    {
      run: (runId) =>
        executeHint(
          deps,
          {
            worker,
            stepFor: () => stepFor,
            onSegment: (claim, end) => {
              const facts = { runId: claim.runId, taskId: claim.taskId, step: claim.step, end: end.kind };
              if ("bug" in end)
                log.error({ ...facts, err: end.bug }, "A step threw; its run failed and may be retried.");
              else log.debug(facts, "A segment ended.");
            },
          },
          runId,
        ),
      control: (runIds) => {
        worker.look(runIds).catch((error: unknown) => log.warn({ err: error }, "A control hint was not followed."));
      },
    },
    { concurrency: env.CADRE_EXECUTOR_CONCURRENCY },
  );
  const monitor =
    env.CADRE_MONITOR_PORT === undefined
      ? undefined
      : await startMonitorServer(env.CADRE_MONITOR_PORT, createMetrics(database, link), async () => true);
  return {
    async stop() {
      worker.drain();
      await drained(worker);
      stopping.abort();
      await beats;
      await worker.stop();
      monitor?.close();
      await listening.stop();
      await composition.close();
    },
  };
}

function composeExecutor(env: TaskExecutorEnv, log: Logger): Composition {
  return compose({
    name: "task-executor",
    databaseUrl: env.DATABASE_URL,
    maxConnections: env.CADRE_DATABASE_POOL,
    redisUrl: env.REDIS_URL,
    home: env.CADRE_HOME,
    secretKey: env.CADRE_SECRET_KEY,
    log,
  });
}

/** The step of every kind of work: agent work by the harness, no-op work at once. */
async function createSteps(deps: EngineDeps, env: TaskExecutorEnv, log: Logger): Promise<Step> {
  const sandbox = await openSandbox(env, log);
  const fallback = modelTargets(env);
  if (fallback.length === 0)
    log.warn("The environment names no model: only agents with one in the model settings can work.");
  const llm = createLlmDeps(deps, env.CADRE_MODEL_HOSTS);
  const deltas = createDeltaWriter(deps.database, (error, rows) =>
    log.warn({ err: error, rows }, "Live text was lost; the log has the whole reply."),
  );
  const turn = createTurnStep({
    ...deps,
    router: createRouter<SpendAccount>({
      providers: createProviders({ now: deps.now, catalogue: CATALOGUE, startIdleWatch: systemIdleWatch }),
      catalogue: CATALOGUE,
      breakers: memoryBreakerStore(),
      budget: createBudgetGate(deps, { dailyLimitMicroUsd: env.CADRE_SPEND_LIMIT_USD * MICROS_PER_USD }),
      ledger: createLedger(deps),
      now: deps.now,
      wait: systemWait,
    }),
    targetsOf: (agentId) => resolveTargets(llm, agentId, fallback),
    tools: createAgentTools(),
    sandbox,
    environment: environmentFacts(sandbox),
    deltas,
    onBug: (error, where) => log.error({ err: error, where }, "A tool threw."),
  });
  const noOp = createNoOpStep({});
  return (claim, signal) => (claim.kind === "no_op" ? noOp(claim, signal) : turn(claim, signal));
}

/** The sandbox of this machine. Without one every shell command needs a person's approval, and the log says what is missing. */
async function openSandbox(env: TaskExecutorEnv, log: Logger): Promise<Sandbox> {
  // Agents may run the Node that runs Cadre: it is on every machine that does.
  const options = { toolFolders: [path.dirname(process.execPath)] };
  if (env.CADRE_SANDBOX === "off") return createOpenShell(options);
  const { sandbox, missing } = await detectSandbox(options);
  if (missing !== undefined) log.warn(missing, "There is no sandbox: shell commands need a person's approval.");
  return sandbox;
}

/** Renews the worker's lease. A worker that was declared dead ends its process: its supervisor starts a new one. */
async function beat(worker: LiveWorker, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const result = await worker.beat();
    if (result.kind === "stopped") {
      log.error("This executor was declared dead while it did not answer. It ends; its supervisor starts a new one.");
      process.exit(1);
    }
    if (result.kind === "unreachable") log.warn({ err: result.cause }, "The lease was not renewed.");
    await pause(RUN_LIMITS.leaseRenewMs, signal);
  }
}

/** Waits until every segment has ended at a step boundary, or the time to drain is over. */
async function drained(worker: LiveWorker): Promise<void> {
  const over = AbortSignal.timeout(RUN_LIMITS.shutdownDrainMs);
  while (worker.openClaims() > 0 && !over.aborted) await pause(20, over);
}
