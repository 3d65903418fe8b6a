import { defineJob } from "../../jobs/define-job.ts";
import { failTimedOutTasks } from "../sweeps/fail-timed-out-tasks.ts";

export const failTimedOutTasksJob = defineJob({
  name: "tasks.fail-timed-out",
  cron: "* * * * *",
  run: failTimedOutTasks,
});
