import { WEBHOOK_LIMITS } from "@cadre/shared";
import { defineJob } from "../../jobs/define-job.ts";

/** Forgets deliveries that ended long ago, with their tries. */
export const purgeDeliveriesJob = defineJob({
  name: "webhooks.purge-deliveries",
  cron: "41 * * * *",
  run: ({ database }) =>
    database.query(
      "delete from webhook_deliveries where ended_at < cadre_now() - make_interval(secs => $1::bigint / 1000.0)",
      [WEBHOOK_LIMITS.deliveryRetentionMs],
    ),
});
