import { API_LIMITS } from "@cadre/shared";
import { defineJob } from "../../jobs/define-job.ts";

/** Forgets events past their retention. A client that saw only older ones is told to load again. */
export const purgeEventsJob = defineJob({
  name: "outbox.purge-events",
  cron: "29 * * * *",
  run: ({ database }) =>
    database.query(
      `delete from outbox where position is not null
         and created_at < cadre_now() - make_interval(secs => $1::bigint / 1000.0)`,
      [API_LIMITS.outboxRetentionMs],
    ),
});
