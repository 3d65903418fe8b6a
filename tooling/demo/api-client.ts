/** A caller of the product's HTTP API. A refusal is thrown with the problem document's own words. */
export type ApiClient = {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  /** Both change what was seen at a version. */
  put<T>(path: string, body: object, version: number): Promise<T>;
  patch<T>(path: string, body: object, version: number): Promise<T>;
  /** Every item of a list, page by page. */
  all<T>(path: string): Promise<T[]>;
};

type Sent = { readonly body?: object; readonly version?: number };

type Page<T> = { data: T[]; nextCursor: string | null };

export function apiClient(url: string, key?: string): ApiClient {
  const call = async <T>(method: string, path: string, { body, version }: Sent = {}): Promise<T> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    // The shape is that of the contract; this is where it is parsed.
    return JSON.parse(text) as T;
  };
  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, { body }),
    put: (path, body, version) => call("PUT", path, { body, version }),
    patch: (path, body, version) => call("PATCH", path, { body, version }),
    all: async <T>(path: string): Promise<T[]> => {
      const items: T[] = [];
      let cursor: string | null = null;
      do {
        const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const page: Page<T> = await call("GET", `${path}${path.includes("?") ? "&" : "?"}limit=100${more}`);
        items.push(...page.data);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return items;
    },
  };
}
