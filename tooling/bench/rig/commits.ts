import type pg from "pg";
import { ratePerSecond } from "./interleave.ts";

/** Clients of the commit limit, as in the anchors. */
const CLIENTS = 16;

/** Writes a mark to the log and tells where the log ends: so there is always a record to read from here on. */
const MARK = "select pg_logical_emit_message(false, 'bench', '', true), pg_current_wal_flush_lsn()::text as at";

/** Counts what Postgres really wrote: commit records of the write-ahead log since the last count, whoever made them. */
export async function commitCounter(pool: pg.Pool): Promise<() => Promise<number>> {
  await pool.query("create extension if not exists pg_walinspect");
  const mark = async (): Promise<string> => (await pool.query<{ at: string }>(MARK)).rows[0]?.at ?? "0/0";
  let from = await mark();
  return async () => {
    await mark();
    const to = await mark();
    const { rows } = await pool.query<{ commits: number }>(
      `select count(*)::int as commits from pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn)
       where resource_manager = 'Transaction' and record_type like 'COMMIT%'`,
      [from, to],
    );
    from = to;
    return rows[0]?.commits ?? 0;
  };
}

/** The physical limit: one-row transactions that sixteen clients commit in a second, with the rows of a small task. */
export async function commitsPerSecond(pool: pg.Pool, commits: number): Promise<number> {
  await pool.query(
    `create table if not exists commit_limit (id bigserial primary key, status text not null, input jsonb, at timestamptz default now())`,
  );
  const input = JSON.stringify({ text: "x".repeat(800) });
  return ratePerSecond(commits, CLIENTS, () =>
    pool.query({
      name: "commit_limit",
      text: "insert into commit_limit (status, input) values ('queued', $1)",
      values: [input],
    }),
  );
}
