import type { Run } from "../../api/queries/work.ts";
import type { Tone } from "../../ui/badge.tsx";

export const RUN_TONES: Readonly<Record<Run["status"], Tone>> = {
  queued: "neutral",
  running: "info",
  waiting: "warn",
  succeeded: "good",
  incomplete: "warn",
  failed: "bad",
  cancelled: "neutral",
};
