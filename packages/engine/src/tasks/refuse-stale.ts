import { Fault } from "@cadre/shared";
import type { TaskRow } from "./task-row.ts";

/** Faults `task.stale` when the caller has seen another version than the present one. */
export function refuseStale(task: TaskRow, version: number | undefined): void {
  if (version === undefined || version === task.version) return;
  throw new Fault("stale", "task.stale", {
    message: `${task.key} changed since you read it (version ${version}, now ${task.version}). Read it again and decide anew.`,
    details: { currentVersion: task.version },
  });
}
