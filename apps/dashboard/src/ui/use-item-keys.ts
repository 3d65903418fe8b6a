import { useMemo } from "react";

/** The keys of rows as a virtual list asks for them: one function for as long as the rows are the same. */
export function useItemKeys<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): (index: number) => string | number {
  // The key of a row never depends on the moment, so that a new `rowKey` means the same.
  const keys = useMemo(() => rows.map(rowKey), [rows]);
  return useMemo(() => (index) => keys[index] ?? index, [keys]);
}
