import { PROMPT_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { GivenInstant } from "../given-instant.ts";
import { visibleText } from "../visible-text.ts";

/** The agents that read an announcement. */
export const AnnouncementAudience = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("everyone") }),
  z.strictObject({ kind: z.literal("team"), teamId: z.string() }),
  z.strictObject({ kind: z.literal("agent"), agentId: z.string() }),
]);
export type AnnouncementAudience = z.infer<typeof AnnouncementAudience>;

/** What an admin tells agents for a while. Its text is a document with a history. */
export const Announcement = z.object({
  id: z.string(),
  text: z.string(),
  audience: AnnouncementAudience,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable().describe("Null: until somebody ends it."),
  isInForce: z.boolean(),
  createdAt: z.iso.datetime(),
  version: z.int(),
});
export type Announcement = z.infer<typeof Announcement>;

const text = visibleText(PROMPT_LIMITS.announcementChars);

export const NewAnnouncement = z.strictObject({
  text,
  audience: AnnouncementAudience.default({ kind: "everyone" }),
  startsAt: GivenInstant.optional().describe("Unset: now."),
  endsAt: GivenInstant.optional(),
});
export type NewAnnouncement = z.output<typeof NewAnnouncement>;

/** Only the fields that are given change; null lets it go on until somebody ends it. */
export const AnnouncementChange = z.strictObject({
  text: text.optional(),
  audience: AnnouncementAudience.optional(),
  startsAt: GivenInstant.optional(),
  endsAt: GivenInstant.nullable().optional(),
});
export type AnnouncementChange = z.infer<typeof AnnouncementChange>;
