import pg from "pg";

const RETRY_MS = 1_000;

export type LeaderWork = (signal: AbortSignal) => Promise<void>;

/**
 * Runs `work` in at most one process at a time: the holder of a Postgres advisory lock. The lock lives with its connection, so a
 * dead holder loses it at once; `work` begins with a signal that is not aborted, and is aborted when the connection breaks.
 * Returns when `signal` aborts.
 */
export async function whileLeader(
  options: { readonly url: string; readonly lock: number; readonly name: string; readonly signal: AbortSignal },
  work: LeaderWork,
  onProblem: (error: Error, where: string) => void,
): Promise<void> {
  while (!options.signal.aborted) {
    try {
      await leadOnce(options, work);
    } catch (error) {
      onProblem(error instanceof Error ? error : new Error(String(error)), options.name);
    }
    await pause(RETRY_MS, options.signal);
  }
}

async function leadOnce(
  options: { readonly url: string; readonly lock: number; readonly name: string; readonly signal: AbortSignal },
  work: LeaderWork,
): Promise<void> {
  const client = new pg.Client({ connectionString: options.url, application_name: `cadre-${options.name}` });
  const lost = new AbortController();
  client.on("error", () => lost.abort());
  await client.connect();
  try {
    const { rows } = await client.query<{ won: boolean }>("select pg_try_advisory_lock($1) as won", [options.lock]);
    const leads = AbortSignal.any([options.signal, lost.signal]);
    if (rows[0]?.won !== true || leads.aborted) return;
    await work(leads);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits, or returns early when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    }
    signal.addEventListener("abort", finish);
  });
}
