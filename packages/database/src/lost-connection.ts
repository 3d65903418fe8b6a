/** The five-character SQLSTATE of a Postgres error, or undefined for anything else. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const LOST_STATES = /^(08|57P)/;
/** The last one is a server that is gone with its socket. */
const LOST_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"]);

/** Whether the database went away during a statement. Whether a commit that was under way was made is then unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = sqlStateOf(error) ?? "";
  if (LOST_STATES.test(code) || LOST_CODES.has(code)) return true;
  // The driver gives this one no code.
  return error instanceof Error && error.message.startsWith("Connection terminated");
}
