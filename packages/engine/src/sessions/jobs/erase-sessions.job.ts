import { SESSION_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { defineJob } from "../../jobs/define-job.ts";

/** Erases sessions that a person deleted long ago, with all that belongs to them, some at a time. */
export const eraseSessionsJob = defineJob({ name: "sessions.erase-deleted", cron: "17 * * * *", run: eraseSessions });

/** Entries go first: they may only because their session still says that it is deleted. */
async function eraseSessions({ database }: Pick<EngineDeps, "database">): Promise<void> {
  const deleted = await database.query<{ id: string }>(
    `select id from sessions where deleted_at < cadre_now() - make_interval(secs => $1::bigint / 1000.0)
     order by deleted_at limit $2`,
    [SESSION_LIMITS.deletedRetentionMs, SESSION_LIMITS.eraseBatch],
  );
  const ids = [deleted.map(({ id }) => id)];
  await database.query("delete from session_entries where session_id = any($1::text[])", ids);
  await database.query("delete from session_epochs where session_id = any($1::text[])", ids);
  await database.query("delete from sessions where id = any($1::text[]) and deleted_at is not null", ids);
}
