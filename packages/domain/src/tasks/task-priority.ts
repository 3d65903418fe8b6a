import { z } from "zod";
import type { ItemPriority } from "../mailbox/define-mailbox-item.ts";

export const TASK_PRIORITIES = ["critical", "high", "medium", "low"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** A priority as people and agents write it: `urgent` is another word for critical (decisions, "Priorities"). */
export const TaskPriorityInput = z
  .enum([...TASK_PRIORITIES, "urgent"])
  .transform((word): TaskPriority => (word === "urgent" ? "critical" : word));

/** Where a task's work stands in its agent's task lane: the task's own priority decides. */
export function taskItemPriority(priority: TaskPriority): ItemPriority {
  return ({ critical: 0, high: 1, medium: 2, low: 3 } as const)[priority];
}
