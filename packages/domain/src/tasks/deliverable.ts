import { TASK_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { OPEN_ADDRESS } from "../open-address.ts";
import { visibleText } from "../visible-text.ts";

export const DELIVERABLE_TYPES = ["file", "directory", "link"] as const;

/** A result that outlives its task. A reference that is delivered again becomes its next version. */
export const Deliverable = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  taskId: z.string().nullable(),
  submitId: z.string().nullable(),
  round: z.int().nullable(),
  type: z.enum(DELIVERABLE_TYPES),
  title: z.string(),
  summary: z.string(),
  /** A path inside the workspace, or an address. */
  reference: z.string(),
  format: z.string().nullable(),
  tags: z.array(z.string()),
  version: z.int(),
  blobHash: z.string().nullable(),
  bytes: z.int().nullable(),
  createdByKind: z.enum(["person", "agent", "system"]),
  createdById: z.string(),
  createdAt: z.iso.datetime(),
});
export type Deliverable = z.infer<typeof Deliverable>;

/** An address that a person registers as a result: of a task, else of a project, else shared. */
export const NewLink = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
    .max(1_000)
    .refine(...OPEN_ADDRESS),
  title: visibleText(TASK_LIMITS.titleChars),
  summary: z.string().max(2_000).default(""),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).default([]),
  taskId: z.string().min(1).max(64).optional(),
  projectId: z.string().min(1).max(64).optional(),
});
export type NewLink = z.output<typeof NewLink>;
