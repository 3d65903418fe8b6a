import { defineJob } from "../../jobs/define-job.ts";
import { purgeStaleItems } from "../purge-stale-items.ts";

export const purgeStaleItemsJob = defineJob({
  name: "mailbox.purge-stale-items",
  cron: "*/10 * * * *",
  run: purgeStaleItems,
});
