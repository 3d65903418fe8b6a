/** The places of a list that are drawn, the last one included. */
export type Reach = { readonly first: number; readonly last: number };

/** Results stand after their reply: so many places more are read than are seen. */
const AHEAD = 20;

/** The numbers of the pages that are needed to draw a reach of so many places, in order and without gaps. */
export function pagesAround({ first, last }: Reach, places: number, pageSize: number): number[] {
  if (places === 0) return [];
  const from = Math.floor(Math.max(0, first) / pageSize);
  const to = Math.floor(Math.min(Math.max(last, 0) + AHEAD, places - 1) / pageSize);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
