import { defineJob } from "../../jobs/define-job.ts";
import { archiveOldTasks } from "../sweeps/archive-old-tasks.ts";

export const archiveOldTasksJob = defineJob({ name: "tasks.archive-old", cron: "0 */6 * * *", run: archiveOldTasks });
