import type { Doorbell } from "@cadre/engine";
import { RUN_LIMITS } from "@cadre/shared";
import type { JobsOptions } from "bullmq";
import type { HintHandlers } from "./doorbell-link.ts";

/** The queue that carries hints to runs, and the name of its only job. */
export const RUN_QUEUE = "runs";
const RUN_JOB = "runs.execute";

export type RunHint = { readonly runId: string };

/** BullMQ forbids a colon in a job id. */
function jobIdOf(hint: { readonly runId: string; readonly fence?: number }): string {
  return `${hint.runId}-${hint.fence ?? 0}`;
}

/** The part of a BullMQ queue that a hint needs, whatever its backend. */
type HintQueue = { add(name: string, hint: RunHint, options: JobsOptions): Promise<unknown> };

/** Adds one hint. The same hint rung twice is one job; a finished job leaves at once so that it can be rung again. */
export async function addHint(queue: HintQueue, hint: Parameters<Doorbell["run"]>[0]): Promise<void> {
  await queue.add(
    RUN_JOB,
    { runId: hint.runId },
    {
      jobId: jobIdOf(hint),
      // BullMQ counts from 1 (first) upwards; 0 would mean "no priority" and jump the line.
      priority: hint.priority + 1,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
      ...(hint.delayMs > 0 ? { delay: hint.delayMs } : {}),
    },
  );
}

/** How a worker behaves: short locks and a quick sweep, and never a job failed for having stalled (attempts are rows). */
export const WORKER_POLICY = {
  lockDuration: RUN_LIMITS.jobLockMs,
  stalledInterval: RUN_LIMITS.jobStalledSweepMs,
  maxStalledCount: RUN_LIMITS.jobMaxStalledCount,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} as const;

/** Passes jobs to the handler. A failed handler is reported and the job acknowledged: its retry is a row, not a job. */
export function jobHandler(
  handlers: HintHandlers,
  onProblem: (error: Error, where: string) => void,
): (job: { readonly data: RunHint }) => Promise<void> {
  return async (job) => {
    try {
      await handlers.run?.(job.data.runId);
    } catch (error) {
      onProblem(error instanceof Error ? error : new Error(String(error)), `run ${job.data.runId}`);
    }
  };
}
