const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const FEW_MINUTES_MS = 300_000;

/** How long something has lasted, coarse on purpose: a finer one would change the prompt at every call. */
export function elapsedLabel(since: Date, now: Date): string {
  const ms = now.getTime() - since.getTime();
  if (ms < MINUTE_MS) return "just started";
  if (ms < FEW_MINUTES_MS) return "a few minutes";
  if (ms < HOUR_MS) return `~${Math.floor(ms / MINUTE_MS)}min`;
  return `${Math.floor(ms / HOUR_MS)}h`;
}
