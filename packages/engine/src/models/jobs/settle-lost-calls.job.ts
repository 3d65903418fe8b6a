import { defineJob } from "../../jobs/define-job.ts";
import { settleLostCalls } from "../ledger.ts";

export const settleLostCallsJob = defineJob({
  name: "models.settle-lost-calls",
  cron: "* * * * *",
  run: settleLostCalls,
});
