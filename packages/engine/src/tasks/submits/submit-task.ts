import type { CheckResult, TaskCheck } from "@cadre/domain";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { readyToSubmit } from "./ready-to-submit.ts";
import { withSnapshot } from "./with-snapshot.ts";
import { storeSubmit, type SubmitInput } from "./store-submit.ts";
import { type Snapshot, takeSnapshot } from "./take-snapshot.ts";

export type SubmitContext = Pick<
  EngineToolContext,
  "deps" | "fenced" | "runId" | "checks" | "roots" | "signal" | "agentId"
>;

export type SubmitOutcome =
  | {
      readonly kind: "submitted";
      readonly submitId: string;
      readonly results: readonly CheckResult[];
      readonly files: number;
    }
  /** A check of stage `submit` is not green. Nothing was stored and the task stays as it is (PEER-T13). */
  | { readonly kind: "refused"; readonly failed: readonly CheckResult[] };

/**
 * Hands in the present round: a content-addressed snapshot, every check against a copy of it, then one transaction with the submit,
 * its results, its deliverables and the move to review (I7). Calling it again after an interruption finds what was submitted.
 * Faults: those of `readyToSubmit` and `takeSnapshot`, and `task.stale` when the task changed meanwhile.
 */
export async function submitTask(context: SubmitContext, input: SubmitInput): Promise<SubmitOutcome> {
  const ready = await context.fenced((tx) => readyToSubmit(tx, input.taskId, context));
  if (ready.kind === "submitted-before") {
    return { kind: "submitted", submitId: ready.submitId, results: ready.results, files: ready.files };
  }
  const { deps, roots } = context;
  const snapshot = await takeSnapshot(deps.blobs, { roots, deliverables: input.deliverables, checks: ready.checks });
  const results = await runChecks(context, ready, snapshot);
  const failed = results.filter((result) => result.stage === "submit" && result.status !== "passed");
  if (failed.length > 0) return { kind: "refused", failed };
  const submitId = await context.fenced((tx) =>
    storeSubmit(tx, {
      ...input,
      runId: context.runId,
      agentId: context.agentId,
      version: ready.version,
      snapshot,
      results,
    }),
  );
  return { kind: "submitted", submitId, results, files: snapshot.files.length };
}

async function runChecks(
  context: SubmitContext,
  ready: { readonly checks: readonly TaskCheck[]; readonly isByPerson: boolean },
  snapshot: Snapshot,
): Promise<CheckResult[]> {
  if (ready.checks.length === 0) return [];
  const results: CheckResult[] = [];
  for (const check of ready.checks) {
    const outcome = await withSnapshot(context.deps, snapshot.files, (folder) =>
      context.checks.run(check, { folder, isByPerson: ready.isByPerson, signal: context.signal }),
    );
    results.push({ checkId: check.id, name: check.name, stage: check.stage, ...outcome });
  }
  return results;
}
