import { z } from "zod";

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
