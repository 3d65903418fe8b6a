import { RUN_LIMITS } from "@cadre/shared";
import pg from "pg";
import { PLAN_ONCE } from "./statement.ts";
import { VALUE_PARSERS } from "./value-parsers.ts";

/** Sizes and addresses of one pool. `url` is a Postgres connection string, session mode (PgBouncer's transaction mode is unsupported). */
export type PoolOptions = {
  readonly url: string;
  readonly max: number;
  /** Shows in `pg_stat_activity`, so that an operator sees which process holds a connection. */
  readonly applicationName: string;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError: (error: Error) => void;
};

/**
 * Every statement here finds its rows by an index. A plan is made once for each connection, often while its tables are still
 * empty, and reading an empty table from end to end looks cheap: such a plan would stay in use as the table grows.
 */
const PLANS_FOR_GROWTH = [
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  `plan_cache_mode=${PLAN_ONCE}`,
].map((setting) => `-c ${setting}`);

export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    options: PLANS_FOR_GROWTH.join(" "),
    types: VALUE_PARSERS,
    // Statements of one connection are sent without waiting for the answers to those before.
    pipeline: true,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    // A process that is stopped inside a transaction must not hold up a pause or a claim for longer than its lease.
    idle_in_transaction_session_timeout: RUN_LIMITS.leaseMs,
  });
  pool.on("error", options.onIdleError);
  return pool;
}
