import type { SqlValue } from "./statement.ts";

/** The types a column of asked rows may have. */
export type ColumnType = "text" | "int" | "bigint" | "boolean";
export type ColumnTypes = Readonly<Record<string, ColumnType>>;
type ValueOf<T extends ColumnType> = T extends "text" ? string : T extends "boolean" ? boolean : number;

/** The values of one row, by column. */
export type RowOf<C extends ColumnTypes> = { readonly [K in keyof C]: ValueOf<C[K]> | null };
export type AnyRow = Readonly<Record<string, string | number | boolean | null>>;

export type RowsOptions = {
  /**
   * How long it waits for a lock while others wait behind it. One that waited in vain was not written; it is then written alone and
   * waits as long as it takes, and holds up nobody.
   */
  readonly patienceMs?: number;
};

/** One statement for any number of rows, and the same for a single one, which begins quicker. */
export type RowsStatement<C extends ColumnTypes> = RowsOptions & {
  readonly text: string;
  readonly lone: string;
  readonly columns: C;
};
export type AnyRowsStatement = RowsStatement<ColumnTypes>;

/**
 * A statement that does the same for each of the rows it is given: it reads them from `asked`, which has the columns in snake case and
 * `nth`, the row's place from 1. What it returns names its row by `nth`. `body` continues the expressions after `asked`.
 */
export function rowsStatement<const C extends ColumnTypes>(
  columns: C,
  body: string,
  options: RowsOptions = {},
): RowsStatement<C> {
  const names = Object.keys(columns);
  const typed = names.map((name, at) => `$${at + 1}::${columns[name] ?? "text"}`);
  const asked = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  // `asked` is read before anything is locked.
  const patience =
    options.patienceMs === undefined
      ? ""
      : `where (select set_config('lock_timeout', coalesce($${names.length + 1}, current_setting('lock_timeout')), true)) is not null`;
  return {
    ...options,
    columns,
    text: `with asked as materialized (
      select * from unnest(${typed.map((value) => `${value}[]`).join(", ")}) with ordinality as asked (${asked.join(", ")}, nth) ${patience}
    ), ${body}`,
    lone: `with asked as materialized (
      select ${typed.map((value, at) => `${value} as ${asked[at] ?? ""}`).join(", ")}, 1::bigint as nth ${patience}
    ), ${body}`,
  };
}

/** Its text and parameters for these rows. `waits` says whether others wait behind it. */
export function askedRows(
  statement: AnyRowsStatement,
  rows: readonly AnyRow[],
  waits: "briefly" | "long",
): { readonly text: string; readonly values: SqlValue[] } {
  const names = Object.keys(statement.columns);
  const { patienceMs } = statement;
  const patience = patienceMs === undefined ? [] : [waits === "briefly" ? `${patienceMs}ms` : null];
  const [row] = rows;
  if (row !== undefined && rows.length === 1) {
    return { text: statement.lone, values: [...names.map((name) => row[name] ?? null), ...patience] };
  }
  const values = names.map((name) => rows.map((each) => each[name] ?? null));
  return { text: statement.text, values: [...values, ...patience] };
}
