import { hostname, tmpdir } from "node:os";
import { executeHint, reconcile, startWorker, type Step } from "@cadre/engine";
import { compose, createLogger } from "@cadre/server-kit";
import { RUN_LIMITS } from "@cadre/shared";

/**
 * An executor whose work never ends: it tells what it claimed and holds it until it is killed or loses it. With `BENCH_REPAIRS` it
 * also runs the reconciler, as the heartbeat worker does.
 */
const { DATABASE_URL = "", BENCH_CONCURRENCY = "1", BENCH_REPAIRS = "" } = process.env;

const { deps, link } = compose({
  name: "bench-worker",
  databaseUrl: DATABASE_URL,
  maxConnections: 4,
  redisUrl: undefined,
  home: tmpdir(),
  log: createLogger("bench-worker", "silent"),
});
const worker = await startWorker(deps, { kind: "bench", host: hostname(), pid: process.pid, version: 1 });

const hold: Step = async (claim, signal) => {
  process.send?.({ type: "held", runId: claim.runId, fence: claim.fence });
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return { kind: "preempted" };
};

setInterval(() => void worker.beat(), RUN_LIMITS.leaseRenewMs);
if (BENCH_REPAIRS !== "") setInterval(() => void reconcile(deps), RUN_LIMITS.reconcileIntervalMs);
await link.listen(
  { run: (runId) => executeHint(deps, { worker, stepFor: () => hold }, runId) },
  { concurrency: Number(BENCH_CONCURRENCY) },
);
process.send?.({ type: "ready" });
