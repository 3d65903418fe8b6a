import { z } from "zod";

/** One change that a person or one of their keys made. Never changed, never deleted. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(["person", "system"]), id: z.string(), name: z.string().nullable() }),
  /** The sign-in or API key that was used; null for what is older than the record of it. */
  credential: z
    .object({ kind: z.enum(["sign-in", "api-key"]), id: z.string(), name: z.string().nullable() })
    .nullable(),
  /** The type of the event, such as `task.created`. */
  action: z.string(),
  entity: z.object({ kind: z.string(), id: z.string() }),
  /** What the event says of the change: ids, names, the fields that changed. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
