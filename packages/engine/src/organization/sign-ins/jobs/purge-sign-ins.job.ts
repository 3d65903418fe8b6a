import { API_LIMITS } from "@cadre/shared";
import { defineJob } from "../../../jobs/define-job.ts";

/** Forgets sign-ins, and links for a new password, that were over long ago. The audit keeps what was done with them. */
export const purgeSignInsJob = defineJob({
  name: "organization.purge-sign-ins",
  cron: "41 3 * * *",
  async run({ database }) {
    const kept = [API_LIMITS.signInKeptMs];
    await database.query(
      `delete from sign_ins where least(ended_at, expires_at, last_seen_at + make_interval(secs => $2::bigint / 1000.0))
         < cadre_now() - make_interval(secs => $1::bigint / 1000.0)`,
      [...kept, API_LIMITS.signInIdleMs],
    );
    await database.query(
      `delete from sign_in_links where least(used_at, expires_at) < cadre_now() - make_interval(secs => $1::bigint / 1000.0)`,
      kept,
    );
  },
});
