import type { Database } from "@cadre/database";
import { eventually } from "./eventually.ts";

/** Resolves when a statement of this database waits for a lock: what it does next depends on who lets go. */
export function untilBlocked(database: Pick<Database, "query">): Promise<"blocked"> {
  return eventually(async () => {
    const waiting = await database.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.length > 0 ? "blocked" : undefined;
  }, "statement that waits for a lock");
}
