import type { EngineDeps } from "../engine-deps.ts";
import { nextCronInstant } from "../next-cron-instant.ts";
import { sqlNow } from "../sql-now.ts";
import type { Job } from "./define-job.ts";

/** Jobs belong to no organization; their slots stand under this owner. */
const INSTALLATION = "installation";

export type JobFailure = { readonly job: string; readonly cause: unknown };

/**
 * One pass over the jobs: each whose instant has come since its last slot is run once, whoever passes. A missed instant is not caught
 * up: housekeeping looks at rows, so the next run does the work of both. Returns what failed.
 */
export async function serveJobs(deps: EngineDeps, jobs: readonly Job[]): Promise<JobFailure[]> {
  const now = await sqlNow(deps.database);
  const failures: JobFailure[] = [];
  for (const job of jobs) {
    if (!(await takeSlot(deps, job, now))) continue;
    try {
      await job.run(deps);
    } catch (cause) {
      failures.push({ job: job.name, cause });
    }
  }
  return failures;
}

/** Takes the job's present slot; false when it is not due or somebody else has it. The first pass only marks the start. */
async function takeSlot(deps: EngineDeps, job: Job, now: Date): Promise<boolean> {
  const rows = await deps.database.query<{ instant: Date }>(
    "select instant from schedule_slots where owner_kind = 'job' and owner_id = $1 order by instant desc limit 1",
    [job.name],
  );
  const last = rows[0]?.instant;
  const due = last === undefined ? now : nextCronInstant(job.cron, "UTC", last);
  if (due === undefined || due > now) return false;
  const taken = await deps.database.query(
    `insert into schedule_slots (id, organization_id, owner_kind, owner_id, instant, status)
     values ($1, $2, 'job', $3, $4, 'run') on conflict do nothing returning 1`,
    [deps.newId("slot"), INSTALLATION, job.name, last === undefined ? now : latestInstant(job, due, now)],
  );
  return taken.length === 1;
}

/** The newest instant that is not in the future, so that missed ones are passed over. */
function latestInstant(job: Job, due: Date, now: Date): Date {
  let latest = due;
  for (;;) {
    const next = nextCronInstant(job.cron, "UTC", latest);
    if (next === undefined || next > now) return latest;
    latest = next;
  }
}
