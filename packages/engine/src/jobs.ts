import { removeAbandonedJob } from "./blobs/jobs/remove-abandoned.job.ts";
import { expireApprovalsJob } from "./approvals/jobs/expire-approvals.job.ts";
import { purgeKeysJob } from "./idempotency/jobs/purge-keys.job.ts";
import type { Job } from "./jobs/define-job.ts";
import { purgeStaleItemsJob } from "./mailbox/jobs/purge-stale-items.job.ts";
import { purgeDeltasJob } from "./models/jobs/purge-deltas.job.ts";
import { settleLostCallsJob } from "./models/jobs/settle-lost-calls.job.ts";
import { purgeSignInsJob } from "./organization/sign-ins/jobs/purge-sign-ins.job.ts";
import { purgeEventsJob } from "./outbox/jobs/purge-events.job.ts";
import { eraseSessionsJob } from "./sessions/jobs/erase-sessions.job.ts";
import { archiveOldTasksJob } from "./tasks/jobs/archive-old-tasks.job.ts";
import { failTimedOutTasksJob } from "./tasks/jobs/fail-timed-out-tasks.job.ts";
import { fireDueTasksJob } from "./tasks/jobs/fire-due-tasks.job.ts";
import { repairNextMoversJob } from "./tasks/jobs/repair-next-movers.job.ts";
import { removeOldFoldersJob } from "./turns/jobs/remove-old-folders.job.ts";
import { purgeDeliveriesJob } from "./webhooks/jobs/purge-deliveries.job.ts";

/** Every job of the installation. Adding one is its file and one line here. */
export const JOBS: readonly Job[] = [
  expireApprovalsJob,
  purgeStaleItemsJob,
  settleLostCallsJob,
  purgeDeltasJob,
  purgeKeysJob,
  purgeEventsJob,
  purgeSignInsJob,
  fireDueTasksJob,
  failTimedOutTasksJob,
  repairNextMoversJob,
  archiveOldTasksJob,
  purgeDeliveriesJob,
  removeOldFoldersJob,
  removeAbandonedJob,
  eraseSessionsJob,
];
