import { RUN_LIMITS } from "@cadre/shared";
import type { ClaimRef } from "../claim.ts";
import type { EngineDeps } from "../engine-deps.ts";
import type { AttemptEnd, EndedRun } from "./attempt-end.ts";
import { type ClaimDesk, createClaimDesk } from "./claim-run.ts";
import { ClaimWatch } from "./claim-watch.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { createEndDesk } from "./end-desk.ts";
import { releaseRuns } from "./release-lost.ts";
import { lostClaims, registerWorker, renewWorker, stopWorker, type WorkerIdentity } from "./workers.ts";

/** What a segment sees of its claim while it works. */
export type SegmentControl = {
  /** Aborts when the claim is lost: paused, cancelled, taken over, or the worker's lease ran out. */
  readonly signal: AbortSignal;
  /** True once the process wants to stop: end at the next step boundary. */
  readonly isDraining: () => boolean;
};

export type Beat =
  | { readonly kind: "renewed" }
  /** The worker was declared dead and must register anew. */
  | { readonly kind: "stopped" }
  | { readonly kind: "unreachable"; readonly cause: unknown };

/** A process that claims runs: its one lease and the claims it works on. The host calls `beat` each `RUN_LIMITS.leaseRenewMs`. */
export type LiveWorker = {
  readonly workerId: string;
  readonly version: number;
  /** `claimRun` for this worker, together with its other claims. */
  claim(hintRunId: string): Promise<ClaimedRun | undefined>;
  /** `endAttempt` for this worker, together with its other ends. */
  end(claim: ClaimedRun, end: AttemptEnd): Promise<EndedRun>;
  /** Begins to watch a claim; call `close` when its segment is over. */
  watch(claim: ClaimRef): { readonly control: SegmentControl; close(): void };
  /** How many claims are being worked on. */
  openClaims(): number;
  /**
   * Renews the lease and aborts what is lost. When the database did not answer for a whole lease, everything is aborted: others may
   * have claimed it.
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

const LOST = "The claim is lost: paused, cancelled, or taken over.";

/** Registers this process as a worker. */
export async function startWorker(deps: EngineDeps, identity: WorkerIdentity): Promise<LiveWorker> {
  const workerId = await registerWorker(deps, identity);
  const claims = new ClaimWatch();
  const desk = createClaimDesk(deps, { workerId, version: identity.version });
  const renew = leaseRenewal(deps, workerId, claims);
  let isDraining = false;

  return {
    workerId,
    version: identity.version,
    claim: desk.claim,
    end: createEndDesk(hearing(deps, desk)),
    watch(claim) {
      const { signal, close } = claims.open(claim);
      return { control: { signal, isDraining: () => isDraining }, close };
    },
    openClaims: () => claims.size,
    beat: renew,
    async look(runIds) {
      const held = claims.held().filter((claim) => runIds.includes(claim.runId));
      for (const lost of await lostClaims(deps, held)) claims.abort(lost, LOST);
    },
    drain() {
      isDraining = true;
    },
    isDraining: () => isDraining,
    async stop() {
      isDraining = true;
      claims.abortAll("This worker is stopping.");
      await stopWorker(deps, workerId);
    },
  };
}

/** With a doorbell that tells the desk first of what it is following. */
function hearing(deps: EngineDeps, desk: ClaimDesk): EngineDeps {
  const { doorbell } = deps;
  return {
    ...deps,
    doorbell: {
      ...doorbell,
      run(hint) {
        const heard = hint.delayMs === 0 ? desk.hear(hint.runId) : "new";
        if (heard === "new") doorbell.run(hint);
        if (heard === "just refused") setTimeout(() => doorbell.run(hint), RUN_LIMITS.hintForgottenMs).unref();
      },
    },
  };
}

/** Renews the lease, and knows by the process's own clock how long the last renewal is good for. */
function leaseRenewal(deps: EngineDeps, workerId: string, claims: ClaimWatch): () => Promise<Beat> {
  let leasedAt = deps.now().getTime();
  return async () => {
    const begun = deps.now().getTime();
    const held = claims.held();
    const answer = await renewWorker(deps, workerId, held).then(
      (renewal) => ({ renewal }),
      (cause: unknown) => ({ cause }),
    );
    if ("cause" in answer) {
      if (begun - leasedAt >= RUN_LIMITS.leaseMs) claims.abortAll("The database did not answer for a whole lease.");
      return { kind: "unreachable", cause: answer.cause };
    }
    const { renewal } = answer;
    if (!renewal.isAlive) {
      claims.abortAll("This worker was declared dead.");
      return { kind: "stopped" };
    }
    leasedAt = begun;
    for (const claim of held) if (renewal.lost.includes(claim.runId)) claims.abort(claim, LOST);
    if (renewal.unknown.length > 0) await releaseRuns(deps, { workerId, runIds: renewal.unknown });
    return { kind: "renewed" };
  };
}
