import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useLine } from "../live/use-live.ts";
import { useSecondsSince } from "../format/use-seconds.ts";

/** A blink of the network is nobody's business. */
const PATIENCE_SECONDS = 2;

/** Says that what is on the screen may be old, and that Cadre is trying to come back. */
export function LineNotice(): ReactNode {
  const line = useLine();
  const seconds = useSecondsSince(line.kind === "reconnecting" ? line.since : undefined);
  if (line.kind !== "reconnecting" || (line.attempt < 2 && seconds < PATIENCE_SECONDS)) return null;
  return (
    <div
      role="status"
      className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-xs text-warn"
    >
      <WifiOff className="size-3.5 shrink-0" aria-hidden />
      <span>
        No line to Cadre. What you see may be out of date; reconnecting
        {line.attempt > 1 ? `, attempt ${line.attempt}` : ""}…
      </span>
    </div>
  );
}
