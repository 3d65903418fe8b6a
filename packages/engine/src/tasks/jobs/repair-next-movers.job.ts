import { defineJob } from "../../jobs/define-job.ts";
import { repairNextMovers } from "../sweeps/repair-next-movers.ts";

export const repairNextMoversJob = defineJob({
  name: "tasks.repair-next-movers",
  cron: "* * * * *",
  run: repairNextMovers,
});
