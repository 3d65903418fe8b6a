const FEW_MINUTES_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How old a note is, in buckets: a finer age would change the prompt at every call. */
export function ageLabel(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  if (ms < FEW_MINUTES_MS) return "just now";
  if (ms < HOUR_MS) return "recent";
  if (ms < DAY_MS) return `~${Math.floor(ms / HOUR_MS)}h ago`;
  return `~${Math.floor(ms / DAY_MS)}d ago`;
}
