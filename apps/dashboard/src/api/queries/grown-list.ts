import { queryClient } from "../query-client.ts";

type Page<Item> = { readonly data: readonly Item[]; readonly nextCursor: string | null };

/** A list that only grows at its end, as far as it was read. `tail` is the cursor of its last page: reading on begins there. */
export type GrownList<Item> = {
  readonly items: readonly Item[];
  readonly tail: string | undefined;
  readonly tailStart: number;
};

/** Reads all pages of a list; asking again reads only its last page and what came after it. */
export async function readGrown<Item>(
  queryKey: readonly unknown[],
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<GrownList<Item>> {
  const known = queryClient.getQueryData<GrownList<Item>>(queryKey);
  const items = known?.items.slice(0, known.tailStart) ?? [];
  for (let tail = known?.tail; ;) {
    const page = await readPage(tail);
    const tailStart = items.length;
    items.push(...page.data);
    if (page.nextCursor === null) return { items, tail, tailStart };
    tail = page.nextCursor;
  }
}
