/** Where a thing of the domain is shown; undefined for what has no page. */
export function addressOfEntity({ kind, id }: { readonly kind: string; readonly id: string }): string | undefined {
  return ADDRESSES[kind]?.(encodeURIComponent(id));
}

/** One line for each kind that has a page. */
const ADDRESSES: Readonly<Record<string, (id: string) => string>> = {
  task: (id) => `/tasks/${id}`,
  run: (id) => `/runs/${id}`,
  session: (id) => `/sessions/${id}`,
  agent: (id) => `/agents/${id}`,
};
