import { z } from "zod";

/**
 * Where a line of an agent's daily log comes from. `flush`: what was decided, ended or open in a part of a session before a compaction cut
 * it. `summary`: the words of that compaction.
 */
export const DAILY_LOG_KINDS = ["flush", "summary"] as const;
export type DailyLogKind = (typeof DAILY_LOG_KINDS)[number];

/** What an agent did, as its work wrote it down. */
export const DailyLogEntry = z.object({
  id: z.string(),
  agentId: z.string(),
  /** In the organization's time zone. */
  day: z.iso.date(),
  kind: z.enum(DAILY_LOG_KINDS),
  text: z.string(),
  sessionId: z.string(),
  /** The entry of the session that it tells of. */
  entryId: z.string(),
  createdAt: z.iso.datetime(),
});
export type DailyLogEntry = z.infer<typeof DailyLogEntry>;
