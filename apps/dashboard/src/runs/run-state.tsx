import type { ReactNode } from "react";
import type { Run } from "../api/queries/work.ts";
import { cx } from "../ui/class-names.ts";
import { RUN_STATUS_WORDS } from "./run-words.ts";

const COLOURS: Readonly<Record<Run["status"], string>> = {
  queued: "border-2 border-faint",
  running: "bg-info animate-breathe",
  waiting: "border-2 border-warn",
  succeeded: "bg-good",
  incomplete: "bg-warn",
  failed: "bg-bad-strong",
  cancelled: "bg-line-strong",
};

/** A run's status as a dot; it breathes while the run works. */
export function RunState({ status }: { readonly status: Run["status"] }): ReactNode {
  return (
    <span
      role="img"
      aria-label={RUN_STATUS_WORDS[status]}
      title={RUN_STATUS_WORDS[status]}
      className={cx("mt-1 size-2.5 shrink-0 rounded-full", COLOURS[status])}
    />
  );
}
