import { defineJob } from "../../jobs/define-job.ts";
import { purgeDeltas } from "../delta-writer.ts";

export const purgeDeltasJob = defineJob({
  name: "models.purge-deltas",
  cron: "*/10 * * * *",
  run: purgeDeltas,
});
