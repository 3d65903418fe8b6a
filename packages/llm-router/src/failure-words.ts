import { MODEL_LIMITS } from "@cadre/shared";

/** What a vendor said about a failure, without the key and no longer than anybody reads; a sentence of ours where it said nothing. */
export function statedMessage(
  stated: string | undefined,
  facts: { readonly status: number | undefined; readonly apiKey: string },
): string {
  const text = stated ?? `The provider answered with status ${facts.status ?? "unknown"} and no explanation.`;
  const safe = facts.apiKey === "" ? text : text.replaceAll(facts.apiKey, "[key]");
  return safe.slice(0, MODEL_LIMITS.failureMessageChars).toWellFormed();
}

/**
 * The system's name of a broken connection (`ECONNREFUSED`, `UND_ERR_SOCKET`), found along the causes; undefined when it was no connection
 * that broke.
 */
export function networkCode(error: unknown, isConnectionError: (error: unknown) => boolean): string | undefined {
  let isConnection = false;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && isConnection) return at.code;
    // `fetch` reports every broken connection as a TypeError whose cause has the code.
    if (isConnectionError(at) || at instanceof TypeError) isConnection = true;
  }
  return isConnectionError(error) ? "connection-failed" : undefined;
}
