import type { SqlValue } from "./statement.ts";

/** The types a column of asked rows may have. */
export type ColumnType = "text" | "int" | "bigint" | "boolean";
export type ColumnTypes = Readonly<Record<string, ColumnType>>;
type ValueOf<T extends ColumnType> = T extends "text" ? string : T extends "boolean" ? boolean : number;

/** The values of one row, by column. */
export type RowOf<C extends ColumnTypes> = { readonly [K in keyof C]: ValueOf<C[K]> | null };

/** One statement for any number of rows. */
export type RowsStatement<C extends ColumnTypes> = { readonly text: string; readonly columns: C };
export type AnyRowsStatement = RowsStatement<ColumnTypes>;

/**
 * A statement that does the same for each of the rows it is given: it reads them from `asked`, which has the columns in snake case and
 * `nth`, the row's place from 1. What it returns names its row by `nth`. `body` continues the expressions after `asked`.
 */
export function rowsStatement<const C extends ColumnTypes>(columns: C, body: string): RowsStatement<C> {
  const names = Object.keys(columns);
  const arrays = names.map((name, at) => `$${at + 1}::${columns[name] ?? "text"}[]`);
  const asked = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return {
    columns,
    text: `with asked as materialized (
      select * from unnest(${arrays.join(", ")}) with ordinality as asked (${asked.join(", ")}, nth)
    ), ${body}`,
  };
}

/** The parameters of a statement for these rows. */
export function rowsValues<C extends ColumnTypes>(
  statement: RowsStatement<C>,
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): SqlValue[] {
  return Object.keys(statement.columns).map((name) => rows.map((row) => row[name] ?? null));
}
