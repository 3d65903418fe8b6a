import { RUN_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { releaseRuns } from "./release-lost.ts";

export type WorkerIdentity = {
  readonly kind: string;
  readonly host: string;
  readonly pid: number;
  /** Claims are filtered by it: a run may need a newer executor. */
  readonly version: number;
};

/** Registers a process that claims runs, with a first lease. Returns the worker's id; each start is a new worker. */
export async function registerWorker(
  deps: Pick<EngineDeps, "database" | "newId">,
  identity: WorkerIdentity,
): Promise<string> {
  const id = deps.newId("worker");
  await deps.database.query(
    `insert into workers (id, kind, host, pid, version, lease_until)
     values ($1, $2, $3, $4, $5, cadre_now() + make_interval(secs => $6::int / 1000.0))`,
    [id, identity.kind, identity.host, identity.pid, identity.version, RUN_LIMITS.leaseMs],
  );
  return id;
}

export type HeldClaim = { readonly runId: string; readonly fence: number };

export type Renewal = {
  /** False: the worker was declared dead or stopped. Everything it holds is lost; only a new registration helps. */
  readonly isAlive: boolean;
  /** Claims that are no longer this worker's: their work must stop. */
  readonly lost: readonly string[];
  /** Runs that are claimed for this worker, for longer than a lease, and that it does not know: nobody works on them. */
  readonly unknown: readonly string[];
};

/** Renews the one lease for all claims of a worker, in one statement, and compares them with what the worker holds (I2). */
export async function renewWorker(
  deps: Pick<EngineDeps, "database">,
  workerId: string,
  claims: readonly HeldClaim[],
): Promise<Renewal> {
  const [row] = await deps.database.query<Renewal>(
    `with beat as (
       update workers set lease_until = cadre_now() + make_interval(secs => $2::int / 1000.0)
       where id = $1 and stopped_at is null returning id
     ), held as (
       select run_id, fence from unnest($3::text[], $4::int[]) as h (run_id, fence)
     )
     select exists (select 1 from beat) as is_alive,
       array(select h.run_id from held h where not exists (
         select 1 from runs r where r.id = h.run_id and r.fence = h.fence and r.status = 'running' and r.worker_id = $1
       )) as lost,
       array(select r.id from runs r join attempts a on a.run_id = r.id and a.fence = r.fence
         where r.worker_id = $1 and r.status = 'running'
           and a.started_at < cadre_now() - make_interval(secs => $2::int / 1000.0)
           and not exists (select 1 from held h where h.run_id = r.id and h.fence = r.fence)) as unknown`,
    [workerId, RUN_LIMITS.leaseMs, claims.map((claim) => claim.runId), claims.map((claim) => claim.fence)],
  );
  return row ?? { isAlive: false, lost: claims.map((claim) => claim.runId), unknown: [] };
}

/** Which of these claims have been lost. */
export async function lostClaims(
  deps: Pick<EngineDeps, "database">,
  claims: readonly HeldClaim[],
): Promise<HeldClaim[]> {
  if (claims.length === 0) return [];
  return deps.database.query<HeldClaim>(
    `select h.run_id, h.fence from unnest($1::text[], $2::int[]) as h (run_id, fence)
     where not exists (select 1 from runs r where r.id = h.run_id and r.fence = h.fence and r.status = 'running')`,
    [claims.map((claim) => claim.runId), claims.map((claim) => claim.fence)],
  );
}

/** Ends a worker for good and gives back at once whatever it still holds. A second stop changes nothing. */
export async function stopWorker(deps: Pick<EngineDeps, "database" | "doorbell">, workerId: string): Promise<void> {
  await deps.database.query("update workers set stopped_at = cadre_now() where id = $1 and stopped_at is null", [
    workerId,
  ]);
  await releaseRuns(deps, { workerId });
}

/** Gives back the claims of a process that its supervisor saw die, without waiting for the lease. Returns the runs. */
export async function releaseWorkerProcess(
  deps: Pick<EngineDeps, "database" | "doorbell">,
  process: { readonly host: string; readonly pid: number },
): Promise<string[]> {
  const dead = await deps.database.query<{ id: string }>(
    "update workers set stopped_at = cadre_now() where host = $1 and pid = $2 and stopped_at is null returning id",
    [process.host, process.pid],
  );
  const released: string[] = [];
  for (const worker of dead) released.push(...(await releaseRuns(deps, { workerId: worker.id })));
  return released;
}
