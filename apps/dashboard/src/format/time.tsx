import { type ReactNode, useSyncExternalStore } from "react";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, or how long until, in few letters: `now`, `4m ago`, `in 3h`, then the date. Never bare: beside it stand lengths of time. */
export function shortAge(iso: string, nowMs: number): string {
  const awayMs = nowMs - Date.parse(iso);
  const size = Math.abs(awayMs);
  if (size < 10 * SECOND) return "now";
  if (size >= 7 * DAY) return new Date(iso).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  // Past is what is over, and time to come is rounded: a week from now is no six days.
  const told = awayMs < 0 ? size + (size >= DAY ? DAY : size >= HOUR ? HOUR : MINUTE) / 2 : size;
  const text = shortDuration(told).split(" ")[0] ?? "";
  return awayMs < 0 ? `in ${text}` : `${text} ago`;
}

/** The same inside of a sentence: `just now`, `4m ago`, `in 3h`, then `on` the date. */
export function ageInWords(iso: string, nowMs: number): string {
  const text = shortAge(iso, nowMs);
  if (text === "now") return "just now";
  return Math.abs(nowMs - Date.parse(iso)) >= 7 * DAY ? `on ${text}` : text;
}

/** A length of time in its largest unit, the smaller beside it below ten minutes. */
export function shortDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)}ms`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)}s`;
  if (ms < 10 * MINUTE) return `${Math.floor(ms / MINUTE)}m ${Math.floor((ms % MINUTE) / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h`;
  return `${Math.floor(ms / DAY)}d`;
}

type AgeProps = { readonly at: string; readonly className?: string };

/** A time as people tell it, in their zone; the exact one on hover. For the corner of a row, where it stands alone. */
export function Ago(props: AgeProps): ReactNode {
  return <Age {...props} tell={shortAge} />;
}

/** The same where it ends a sentence: "signed in 4m ago", "expires in 3h". */
export function AgoInWords(props: AgeProps): ReactNode {
  return <Age {...props} tell={ageInWords} />;
}

function Age({ at, className, tell }: AgeProps & { readonly tell: typeof shortAge }): ReactNode {
  const nowMs = useSyncExternalStore(subscribeClock, () => clockMs);
  return (
    <time dateTime={at} title={`${new Date(at).toLocaleString()} (${at})`} className={className}>
      {tell(at, nowMs)}
    </time>
  );
}

const TICK_MS = 10_000;
const watchers = new Set<() => void>();
let clockMs = Date.now();
let clock: ReturnType<typeof setInterval> | undefined;

/** One clock for all ages on the screen. */
function subscribeClock(watcher: () => void): () => void {
  watchers.add(watcher);
  if (clock === undefined) {
    // It stood while no age was on the screen.
    clockMs = Date.now();
    clock = setInterval(tick, TICK_MS);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

function tick(): void {
  clockMs = Date.now();
  for (const watcher of watchers) watcher();
}
