import { createHash } from "node:crypto";
import type pg from "pg";

const names = new Map<string, string>();
const columns = new Map<string, string>();

/** Values a statement takes; arrays bind to Postgres arrays. */
export type SqlValue =
  string | number | bigint | boolean | null | Date | Buffer | readonly (string | number | boolean | null)[];

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
