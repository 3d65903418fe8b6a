import type { ReactNode } from "react";
import type { RunDetail } from "../../api/queries/work.ts";
import { Ago, shortDuration } from "../../format/time.tsx";
import { safeText } from "../../text/safe-text.ts";
import type { Tone } from "../../ui/badge.tsx";
import { cx } from "../../ui/class-names.ts";
import { timelinePoints, type TimelinePoint } from "./timeline-points.ts";

const DOTS: Readonly<Record<Tone, string>> = {
  neutral: "bg-line-strong",
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad-strong",
  info: "bg-info animate-breathe",
  violet: "bg-violet",
  accent: "bg-accent",
};

/** Attempts with their ends, waits, and the end of it all. */
export function RunTimeline({ run }: { readonly run: RunDetail }): ReactNode {
  return (
    <aside aria-label="Timeline" className="text-sm lg:pt-1">
      <h2 className="mb-3 text-xs font-medium text-faint">Timeline</h2>
      <ol className="flex flex-col">
        {timelinePoints(run).map((point) => (
          <Point key={point.id} point={point} />
        ))}
      </ol>
    </aside>
  );
}

function Point({ point }: { readonly point: TimelinePoint }): ReactNode {
  const { at, endedAt, title, note, tone } = point;
  return (
    <li className="group flex gap-3">
      <div className="flex flex-col items-center">
        <span aria-hidden className={cx("mt-1.5 size-2 shrink-0 rounded-full", DOTS[tone])} />
        <span aria-hidden className="my-1 w-px flex-1 bg-line group-last:hidden" />
      </div>
      <div className="min-w-0 pb-4">
        <p className="foreign-text">{title}</p>
        <p className="text-xs text-faint foreign-text">
          <Ago at={at} />
          {endedAt != null && ` · ${shortDuration(Date.parse(endedAt) - Date.parse(at))}`}
          {note !== "" && ` · ${safeText(note)}`}
        </p>
      </div>
    </li>
  );
}
