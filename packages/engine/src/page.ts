import { API_LIMITS } from "@cadre/shared";

/** What every list takes. `cursor` is the `nextCursor` of the page before. */
export type PageRequest = { readonly limit?: number; readonly cursor?: string | undefined };

/** One page of a list; `nextCursor` is null on the last one. */
export type Page<Item> = { readonly data: readonly Item[]; readonly nextCursor: string | null };

/** How many rows a page may hold. Ask the database for one more: it tells whether another page follows. */
export function pageSize(request: PageRequest): number {
  return Math.min(Math.max(1, request.limit ?? API_LIMITS.listPageSize), API_LIMITS.listPageMax);
}

/**
 * The place that a cursor names in a list whose places are numbers: of the last row that was shown, or how many were. One that no page gave
 * is beyond every row and shows nothing more.
 */
export function numberAt(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  return /^\d{1,10}$/.test(cursor) ? Math.min(Number(cursor), API_LIMITS.rowNumberMax) : API_LIMITS.rowNumberMax;
}

/** Makes a page of rows that were read one beyond its size, with the last one's id as cursor. */
export function pageOfRows<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, size);
  return { data: shown.map(toItem), nextCursor: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}
