import type { EngineDeps } from "../engine-deps.ts";

/** Housekeeping that heartbeat-worker does at its times, once in the whole fleet. It must be safe to run twice. */
export type Job = {
  /** `feature.verb-noun`. */
  readonly name: string;
  /** When, in UTC: five fields. */
  readonly cron: string;
  readonly run: (deps: EngineDeps) => Promise<unknown>;
};

export function defineJob(job: Job): Job {
  return job;
}
