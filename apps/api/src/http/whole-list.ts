/** A list that is always answered whole, in the form of every list. */
export async function wholeList<Item>(
  items: Promise<readonly Item[]>,
): Promise<{ readonly data: readonly Item[]; readonly nextCursor: null }> {
  return { data: await items, nextCursor: null };
}
