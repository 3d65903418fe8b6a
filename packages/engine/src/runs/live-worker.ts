import { RUN_LIMITS } from "@cadre/shared";
import type { ClaimRef } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { releaseRuns } from "./release-lost.ts";
import { type HeldClaim, registerWorker, renewWorker, stopWorker, type WorkerIdentity } from "./workers.ts";

type Deps = Pick<EngineDeps, "database" | "doorbell" | "newId" | "now">;

/** What a segment sees of its claim while it works. */
export type SegmentControl = {
  /** Aborts when the claim is lost: paused, cancelled, taken over, or the worker's lease ran out. */
  readonly signal: AbortSignal;
  /** True once the process wants to stop: end at the next step boundary. */
  isDraining(): boolean;
};

/** A process that claims runs: its one lease and the claims it works on. The host calls `beat` each `RUN_LIMITS.leaseRenewMs`. */
export type LiveWorker = {
  readonly workerId: string;
  readonly version: number;
  /** Begins to watch a claim; call `close` when its segment is over. */
  watch(claim: ClaimRef): { readonly control: SegmentControl; close(): void };
  /** How many claims are being worked on. */
  openClaims(): number;
  /**
   * Renews the lease and aborts what is lost. When the database did not answer for a whole lease, everything is aborted: others may
   * have claimed it. `stopped`: the worker was declared dead and must register anew.
   */
  beat(): Promise<Beat>;
  /** Looks at some claims now, because they were paused, cancelled or changed. */
  look(runIds: readonly string[]): Promise<void>;
  /** Asks every segment to end at its next step boundary, and claims no more. */
  drain(): void;
  isDraining(): boolean;
  /** Ends the worker: what it still holds is given back at once. */
  stop(): Promise<void>;
};

export type Beat =
  | { readonly kind: "renewed" }
  | { readonly kind: "stopped" }
  | { readonly kind: "unreachable"; readonly cause: unknown };

type Watched = { readonly claim: ClaimRef; readonly abort: AbortController };

const LOST = "The claim is lost: paused, cancelled, or taken over.";

/** Registers this process as a worker. */
export async function startWorker(deps: Deps, identity: WorkerIdentity): Promise<LiveWorker> {
  const workerId = await registerWorker(deps, identity);
  const watched = new Map<string, Watched>();
  let isDraining = false;
  let leasedAt = deps.now().getTime();

  const abort = ({ runId, fence }: HeldClaim, reason: string): void => {
    const own = watched.get(runId);
    if (own?.claim.fence === fence) own.abort.abort(new Error(reason));
  };
  const held = (): ClaimRef[] => [...watched.values()].map(({ claim }) => claim);
  const abortAll = (reason: string): void => {
    for (const claim of held()) abort(claim, reason);
  };

  return {
    workerId,
    version: identity.version,
    watch(claim) {
      const own: Watched = { claim, abort: new AbortController() };
      watched.get(claim.runId)?.abort.abort(new Error("This worker claimed the run anew."));
      watched.set(claim.runId, own);
      return {
        control: { signal: own.abort.signal, isDraining: () => isDraining },
        close() {
          if (watched.get(claim.runId) === own) watched.delete(claim.runId);
        },
      };
    },
    openClaims: () => watched.size,
    async beat() {
      const begun = deps.now().getTime();
      const claims = held();
      const answer = await renewWorker(deps, workerId, claims).then(
        (renewal) => ({ renewal }),
        (cause: unknown) => ({ cause }),
      );
      if ("cause" in answer) {
        if (begun - leasedAt >= RUN_LIMITS.leaseMs) abortAll("The database did not answer for a whole lease.");
        return { kind: "unreachable", cause: answer.cause };
      }
      const { renewal } = answer;
      if (!renewal.isAlive) {
        abortAll("This worker was declared dead.");
        return { kind: "stopped" };
      }
      leasedAt = begun;
      for (const claim of claims) if (renewal.lost.includes(claim.runId)) abort(claim, LOST);
      if (renewal.unknown.length > 0) await releaseRuns(deps, { workerId, runIds: renewal.unknown });
      return { kind: "renewed" };
    },
    async look(runIds) {
      const claims = held().filter((claim) => runIds.includes(claim.runId));
      if (claims.length === 0) return;
      const lost = await deps.database.query<HeldClaim>(
        `select h.run_id, h.fence from unnest($1::text[], $2::int[]) as h (run_id, fence)
         where not exists (select 1 from runs r where r.id = h.run_id and r.fence = h.fence and r.status = 'running')`,
        [claims.map((claim) => claim.runId), claims.map((claim) => claim.fence)],
      );
      for (const claim of lost) abort(claim, LOST);
    },
    drain() {
      isDraining = true;
    },
    isDraining: () => isDraining,
    async stop() {
      isDraining = true;
      abortAll("This worker is stopping.");
      await stopWorker(deps, workerId);
    },
  };
}
