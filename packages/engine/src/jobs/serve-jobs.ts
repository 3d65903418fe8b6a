import type { EngineDeps } from "../engine-deps.ts";
import { lastCronInstant, nextCronInstant } from "../next-cron-instant.ts";
import type { Job } from "./define-job.ts";

/** Jobs belong to no organization; their slots stand under this owner. */
const INSTALLATION = "installation";

export type JobFailure = { readonly job: string; readonly cause: unknown };

/** A job's newest slot, and the moment of the look by the database's clock. */
type LastSlot = { readonly job: string; readonly instant: Date | null; readonly now: Date };

/**
 * One pass over the jobs: each whose instant has come since its last slot is run once, whoever passes. A missed instant is not caught
 * up: housekeeping looks at rows, so the next run does the work of both. Returns what failed.
 */
export async function serveJobs(deps: EngineDeps, jobs: readonly Job[]): Promise<JobFailure[]> {
  const slots = await deps.database.query<LastSlot>(
    `select job, cadre_now() as now, (
       select instant from schedule_slots where owner_kind = 'job' and owner_id = job order by instant desc limit 1) as instant
     from unnest((select $1::text[])) as jobs (job)`,
    [jobs.map(({ name }) => name)],
  );
  const bySlot = new Map(slots.map((slot) => [slot.job, slot]));
  const failures: JobFailure[] = [];
  for (const job of jobs) {
    const slot = bySlot.get(job.name);
    if (slot === undefined || !(await takeSlot(deps, job, slot))) continue;
    try {
      await job.run(deps);
    } catch (cause) {
      failures.push({ job: job.name, cause });
    }
  }
  return failures;
}

/**
 * Takes the job's present slot; false when it is not due or somebody else has it. A job without one is due. The slot is the newest instant
 * that is not in the future: missed ones are passed over, and all who look meanwhile, also at a job's first pass, want the same.
 */
async function takeSlot(deps: EngineDeps, job: Job, { instant, now }: LastSlot): Promise<boolean> {
  const due = instant === null ? now : dueAfter(job, instant);
  if (due === undefined || due > now) return false;
  const present = lastCronInstant(job.cron, "UTC", now) ?? now;
  const taken = await deps.database.query(
    `insert into schedule_slots (id, organization_id, owner_kind, owner_id, instant, status)
     values ($1, $2, 'job', $3, $4, 'run') on conflict do nothing returning 1`,
    [deps.newId("slot"), INSTALLATION, job.name, present],
  );
  return taken.length === 1;
}

const reckoned = new WeakMap<Job, { readonly after: number; readonly due: Date | undefined }>();

/** The instant after a job's last slot, reckoned once: passes are many more than instants. */
function dueAfter(job: Job, last: Date): Date | undefined {
  const known = reckoned.get(job);
  if (known?.after === last.getTime()) return known.due;
  const due = nextCronInstant(job.cron, "UTC", last);
  reckoned.set(job, { after: last.getTime(), due });
  return due;
}
