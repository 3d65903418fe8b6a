import type { Database } from "@cadre/database";

/** The time by which rows are due: that of the database, which every process shares. */
export async function sqlNow(queries: Pick<Database, "query">): Promise<Date> {
  const [row] = await queries.query<{ now: Date }>("select cadre_now() as now");
  if (row === undefined) throw new Error("The database does not tell the time.");
  return row.now;
}
