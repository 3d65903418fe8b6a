import { gathered } from "@cadre/database";
import type { Doorbell } from "@cadre/engine";
import { RUN_LIMITS } from "@cadre/shared";
import type { JobsOptions } from "bullmq";
import type { HintHandlers, LinkOptions } from "./doorbell-link.ts";

/** The queue that carries hints to runs, and the name of its only job. */
export const RUN_QUEUE = "runs";
const RUN_JOB = "runs.execute";

export type RunHint = { readonly runId: string };

/** BullMQ forbids a colon in a job id. */
function jobIdOf(hint: Pick<Hint, "runId" | "fence">): string {
  return `${hint.runId}-${hint.fence ?? 0}`;
}

type Hint = Parameters<Doorbell["run"]>[0];
type HintJob = { readonly name: string; readonly data: RunHint; readonly opts: JobsOptions };

/** The part of a BullMQ queue that hints need, whatever its backend. */
type HintQueue = {
  add(name: string, data: RunHint, opts: JobsOptions): Promise<unknown>;
  addBulk(jobs: HintJob[]): Promise<unknown>;
};

/** One call of the queue carries at most this many hints. */
const HINT_BATCH = 500;

/**
 * Rings through a queue. A hint that comes alone goes at once; those that come while others are on their way go together after them.
 * A batch that fails is reported and forgotten: the reconciler rings again.
 */
export function hintSender(queue: HintQueue, onProblem: LinkOptions["onProblem"]): Doorbell["run"] {
  const send = gathered<Hint, void>(
    async (batch) => {
      try {
        await addAll(
          queue,
          batch.map(({ ask }) => jobOf(ask)),
        );
      } catch (error) {
        onProblem(error instanceof Error ? error : new Error(String(error)), `${batch.length} hints`);
      }
      for (const { answer } of batch) answer();
    },
    { most: HINT_BATCH },
  );
  return (hint) => void send(hint);
}

/** One job needs no transaction of the queue, and is about a quarter quicker without it. */
function addAll(queue: HintQueue, jobs: HintJob[]): Promise<unknown> {
  const [first] = jobs;
  return first !== undefined && jobs.length === 1 ? queue.add(first.name, first.data, first.opts) : queue.addBulk(jobs);
}

/** The same hint rung twice is one job; a finished job leaves at once so that it can be rung again. */
function jobOf(hint: Hint): HintJob {
  return {
    name: RUN_JOB,
    data: { runId: hint.runId },
    opts: {
      jobId: jobIdOf(hint),
      // BullMQ counts from 1 (first) upwards; 0 would mean "no priority" and jump the line.
      priority: hint.priority + 1,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
      ...(hint.delayMs > 0 ? { delay: hint.delayMs } : {}),
    },
  };
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
