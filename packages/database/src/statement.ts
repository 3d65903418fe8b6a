import { createHash } from "node:crypto";
import type pg from "pg";

const names = new Map<string, string>();
const columns = new Map<string, string>();
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
  const result = await client.query<Record<string, unknown>>({ name: nameOf(text), text, values: [...values] });
  return result.rows.map((row) => camelRow<Row>(row));
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `c_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  names.set(text, name);
  return name;
}

function camelRow<Row>(row: Record<string, unknown>): Row {
  const named: Record<string, unknown> = {};
  for (const column in row) named[camelCase(column)] = row[column];
  return named as Row;
}

function camelCase(column: string): string {
  const known = columns.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  columns.set(column, name);
  return name;
}
