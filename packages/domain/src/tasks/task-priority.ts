import { z } from "zod";

export const TASK_PRIORITIES = ["critical", "high", "medium", "low"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** A priority as people and agents write it: `urgent` is another word for critical (decisions, "Priorities"). */
export const TaskPriorityInput = z
  .enum([...TASK_PRIORITIES, "urgent"])
  .transform((word): TaskPriority => (word === "urgent" ? "critical" : word));
