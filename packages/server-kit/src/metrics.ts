import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Database } from "@cadre/database";
import { Gauge, Registry } from "prom-client";
import type { DoorbellLink } from "./doorbells/doorbell-link.ts";

const NANOSECONDS_PER_SECOND = 1e9;
/** Each look at the loop wakes the process: every 10 ms, that took half a percent of a core. */
const LOOP_LOOK_MS = 100;

type Figures = {
  readonly relayLagSeconds: number;
  readonly oldestLeaseSeconds: number;
  readonly queuedRuns: number;
  readonly runningRuns: number;
  readonly waitingRuns: number;
  readonly tasksWithoutMover: number;
};

/** What an operator watches: relay lag, lease age, depth of the queue, delay of the event loop, tasks nobody moves (I19). */
export function createMetrics(database: Database, link: DoorbellLink): Registry {
  const registry = new Registry();
  const delay = monitorEventLoopDelay({ resolution: LOOP_LOOK_MS });
  delay.enable();
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `cadre_${name}`, help, registers: [registry] });
  new Gauge({
    name: "cadre_relay_lag_seconds",
    help: "Age of the oldest event without a position.",
    registers: [registry],
    async collect() {
      const figures = await readFigures(database);
      this.set(figures.relayLagSeconds);
      leaseAge.set(figures.oldestLeaseSeconds);
      queued.set(figures.queuedRuns);
      running.set(figures.runningRuns);
      waiting.set(figures.waitingRuns);
      stuck.set(figures.tasksWithoutMover);
      loopDelay.set(Math.max(0, delay.percentile(99) / NANOSECONDS_PER_SECOND - LOOP_LOOK_MS / 1_000));
      delay.reset();
    },
  });
  const leaseAge = gauge("lease_overdue_seconds", "How long the most overdue live worker has been without renewal.");
  const queued = gauge("runs_queued", "Runs that wait for a worker.");
  const running = gauge("runs_running", "Runs in work.");
  const waiting = gauge("runs_waiting", "Runs that wait for a person, a child or a time.");
  const stuck = gauge("tasks_without_mover", "Open tasks that nothing will move: an alarm.");
  const loopDelay = gauge(
    "event_loop_delay_p99_seconds",
    "99th percentile of the event loop's delay since the last scrape.",
  );
  new Gauge({
    name: "cadre_hints_waiting",
    help: "Hints in the queue. A hint is not work: see cadre_runs_queued.",
    registers: [registry],
    async collect() {
      this.set(await link.depth().catch(() => -1));
    },
  });
  return registry;
}

async function readFigures(database: Database): Promise<Figures> {
  const rows = await database.query<Figures>(
    `select
       coalesce(extract(epoch from cadre_now() - (select min(created_at) from outbox where position is null)), 0)::float
         as relay_lag_seconds,
       coalesce(greatest(0, extract(epoch from cadre_now() - (select min(lease_until) from workers where stopped_at is null))), 0)::float
         as oldest_lease_seconds,
       count(*) filter (where status = 'queued')::int as queued_runs,
       count(*) filter (where status = 'running')::int as running_runs,
       count(*) filter (where status = 'waiting')::int as waiting_runs,
       (select count(*)::int from task_next_movers where mover = 'none') as tasks_without_mover
     from runs where status in ('queued', 'running', 'waiting')`,
  );
  const figures = rows[0];
  if (figures === undefined) throw new Error("An aggregate without group by always has one row.");
  return figures;
}
