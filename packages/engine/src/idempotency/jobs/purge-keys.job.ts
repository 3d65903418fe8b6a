import { defineJob } from "../../jobs/define-job.ts";
import { purgeIdempotencyKeys } from "../purge-keys.ts";

export const purgeKeysJob = defineJob({
  name: "idempotency.purge-keys",
  cron: "13 * * * *",
  run: purgeIdempotencyKeys,
});
