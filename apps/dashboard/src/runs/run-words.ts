import type { Run } from "../api/queries/work.ts";

const SCENARIOS: Readonly<Record<string, string>> = {
  "task-execution": "works",
  task_execution: "works",
  review: "reviews",
  heartbeat: "looks around",
  chat: "talks",
};

/** What a run is, as a verb after its agent's name. */
export function runTitle(run: Pick<Run, "kind" | "scenario" | "round">): string {
  const verb = SCENARIOS[run.scenario] ?? run.scenario.replaceAll(/[-_]/g, " ");
  return run.kind === "task" && run.round !== null ? `${verb}, round ${run.round}` : verb;
}

export const RUN_STATUS_WORDS: Readonly<Record<Run["status"], string>> = {
  queued: "Queued",
  running: "Running",
  waiting: "Waiting",
  succeeded: "Succeeded",
  incomplete: "Incomplete",
  failed: "Failed",
  cancelled: "Cancelled",
};

const OPEN: readonly Run["status"][] = ["queued", "running", "waiting"];

/** Whether more may come of a run. */
export function isOpenRun(status: Run["status"]): boolean {
  return OPEN.includes(status);
}
