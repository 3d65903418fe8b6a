import type { RunDetail } from "../../api/queries/work.ts";
import type { Tone } from "../../ui/badge.tsx";
import { RUN_STATUS_WORDS } from "../../runs/run-words.ts";
import { RUN_TONES } from "./run-tones.ts";

/** One moment, or one stretch, in the life of a run. `endedAt` is null while it lasts, and missing for a moment. */
export type TimelinePoint = {
  readonly id: string;
  readonly at: string;
  readonly endedAt?: string | null;
  readonly title: string;
  readonly note: string;
  readonly tone: Tone;
};

const ATTEMPT_WORDS: Readonly<Record<RunDetail["attempts"][number]["status"], { title: string; tone: Tone }>> = {
  running: { title: "at work", tone: "info" },
  finished: { title: "came to its end", tone: "good" },
  parked: { title: "gave its slot back to wait", tone: "warn" },
  preempted: { title: "made room for more urgent work", tone: "warn" },
  drained: { title: "was handed over as its worker went down", tone: "warn" },
  lost: { title: "lost its worker", tone: "bad" },
  cancelled: { title: "was called off", tone: "neutral" },
};

const WAIT_WORDS: Readonly<Record<RunDetail["waits"][number]["kind"], string>> = {
  approval: "Waits for an approval",
  answer: "Waits for an answer",
  children: "Waits for child tasks",
  not_before: "Waits for its time",
  process: "Waits for a process",
};

/** Everything that happened to a run besides what it wrote, in the order in which it began. */
export function timelinePoints(run: RunDetail): TimelinePoint[] {
  const points: TimelinePoint[] = [
    { id: "queued", at: run.queuedAt, title: "Queued", note: "", tone: "neutral" },
    ...run.attempts.map((attempt, index) => ({
      id: `attempt-${attempt.fence}`,
      at: attempt.startedAt,
      endedAt: attempt.endedAt,
      title: `Attempt ${index + 1} ${ATTEMPT_WORDS[attempt.status].title}`,
      note: [attempt.reason ?? "", stepsOf(attempt)].filter(Boolean).join(" · "),
      tone: ATTEMPT_WORDS[attempt.status].tone,
    })),
    ...run.waits.map((wait) => ({
      id: wait.id,
      at: wait.createdAt,
      endedAt: wait.resolvedAt,
      title: WAIT_WORDS[wait.kind],
      note: wait.status === "open" ? "" : wait.status,
      tone: wait.status === "open" ? ("warn" as const) : ("neutral" as const),
    })),
  ];
  if (run.endedAt !== null) {
    const title = RUN_STATUS_WORDS[run.status];
    points.push({ id: "ended", at: run.endedAt, title, note: run.outcome ?? "", tone: RUN_TONES[run.status] });
  }
  return points.toSorted((one, other) => one.at.localeCompare(other.at) || rankOf(one) - rankOf(other));
}

/** What begins and ends a run stays first and last among equals. */
function rankOf({ id }: TimelinePoint): number {
  return id === "queued" ? 0 : id === "ended" ? 2 : 1;
}

function stepsOf({ firstStep, lastStep }: RunDetail["attempts"][number]): string {
  if (lastStep === null || lastStep < firstStep) return "";
  return firstStep === lastStep ? `step ${firstStep}` : `steps ${firstStep} to ${lastStep}`;
}
