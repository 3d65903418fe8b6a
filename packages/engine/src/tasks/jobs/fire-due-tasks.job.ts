import { defineJob } from "../../jobs/define-job.ts";
import { fireDueTasks } from "../schedule/fire-due-tasks.ts";

export const fireDueTasksJob = defineJob({ name: "tasks.fire-due", cron: "* * * * *", run: fireDueTasks });
