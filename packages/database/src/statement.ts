import { createHash } from "node:crypto";
import type pg from "pg";
import { PreparedQuery } from "./prepared-query.ts";

const names = new Map<string, string>();
const plannedWithValues = new Map<string, boolean>();

/** Values a statement takes; arrays bind to Postgres arrays. */
export type SqlValue =
  string | number | bigint | boolean | null | Date | Buffer | readonly (string | number | boolean | null)[];

/** The sessions' way of planning, and the one for statements with filters that may be absent. */
export const PLAN_ONCE = "force_generic_plan";
const PLAN_WITH_VALUES = "force_custom_plan";
const OPTIONAL_FILTER = /\$\d+(::[a-z]+(\[\])?)? is null or /;

/**
 * Whether no one plan is good for a statement: it has a filter that may be absent, written `$1::text is null or …`. Every other
 * statement is planned once for a connection, whatever its first values are.
 */
export function isPlannedWithValues(text: string): boolean {
  const known = plannedWithValues.get(text);
  if (known !== undefined) return known;
  const isPlanned = OPTIONAL_FILTER.test(text);
  plannedWithValues.set(text, isPlanned);
  return isPlanned;
}

/** `runStatement` inside a transaction, for statements that are planned with their values. All of it is sent at once. */
export async function runPlannedStatement<Row>(
  client: Pick<pg.ClientBase, "query">,
  text: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const before = client.query(`set local plan_cache_mode = ${PLAN_WITH_VALUES}`);
  const rows = runStatement<Row>(client, text, values);
  const after = client.query(`set local plan_cache_mode = ${PLAN_ONCE}`);
  // The statement's own failure makes the one behind it fail too, and is the one to hear of.
  await Promise.allSettled([before, rows, after]);
  await Promise.all([before, rows]);
  await after;
  return rows;
}

/**
 * Runs a fixed SQL text as a prepared statement and returns its rows with camelCase names.
 * The text must come from code, never from input: each text is prepared once per connection.
 */
export async function runStatement<Row>(
  client: Pick<pg.ClientBase, "query">,
  text: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const query = new PreparedQuery({ name: nameOf(text), text }, [...values]);
  client.query(query);
  try {
    return (await query.answer) as Row[];
  } catch (error) {
    // Where it was made only tells of a socket: this tells who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `c_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  names.set(text, name);
  return name;
}
