import type { EngineDeps } from "../engine-deps.ts";
import type { RingableRun } from "./ring-run.ts";

type Deps = Pick<EngineDeps, "database" | "doorbell">;

/** One statement gives back at most this many claims, so that its locks are short. */
const RELEASE_BATCH = 200;

/** Gives back the claims of every worker whose lease has run out. Returns the runs; each is rung for. */
export function releaseLost(deps: Deps): Promise<string[]> {
  return release(deps, { workerId: null, runIds: null });
}

/** Gives back the claims of one worker, or only some of them: it is dead, or it does not know them. */
export function releaseRuns(
  deps: Deps,
  whose: { readonly workerId: string; readonly runIds?: readonly string[] },
): Promise<string[]> {
  return release(deps, { workerId: whose.workerId, runIds: whose.runIds ?? null });
}

async function release(
  deps: Deps,
  whose: { readonly workerId: string | null; readonly runIds: readonly string[] | null },
): Promise<string[]> {
  const released: string[] = [];
  for (;;) {
    const batch = await deps.database.query<RingableRun>(
      "select id, fence, priority from cadre_release_lost($1, $2, $3)",
      [whose.workerId, whose.runIds, RELEASE_BATCH],
    );
    for (const run of batch) {
      deps.doorbell.run({ runId: run.id, fence: run.fence, priority: run.priority, delayMs: 0 });
      released.push(run.id);
    }
    if (batch.length < RELEASE_BATCH) return released;
  }
}
