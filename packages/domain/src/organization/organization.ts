import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { ROLES } from "../actor.ts";
import { GivenInstant } from "../given-instant.ts";
import { visibleText } from "../visible-text.ts";
import { TimeZone } from "./schedule.ts";
import { EmailAddress, NewPassword, PersonName } from "./sign-in.ts";

const name = visibleText(API_LIMITS.nameChars);
const text = z.string().max(API_LIMITS.textChars);

export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  timeZone: z.string(),
  contextText: z.string(),
  policiesText: z.string(),
  /** Set while an emergency stop holds everything (I6). */
  pausedAt: z.iso.datetime().nullable(),
  pausedBy: z.string().nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Organization = z.infer<typeof Organization>;

export const OrganizationChange = z.strictObject({
  name: name.optional(),
  timeZone: TimeZone.optional(),
  contextText: text.optional(),
  policiesText: text.optional(),
});
export type OrganizationChange = z.infer<typeof OrganizationChange>;

export const NewOrganization = z.strictObject({ name, timeZone: TimeZone.optional() });
export type NewOrganization = z.infer<typeof NewOrganization>;

export const Member = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
});
export type Member = z.infer<typeof Member>;

/** What the first owner gives at setup. `name` is the person's. */
export const Setup = z.strictObject({
  token: z.string().min(1).max(200),
  name: PersonName,
  email: EmailAddress,
  password: NewPassword,
  organizationName: name.optional(),
  timeZone: TimeZone.optional(),
});
export type Setup = z.infer<typeof Setup>;

export const Team = z.object({
  id: z.string(),
  name: z.string(),
  managerAgentId: z.string().nullable(),
  announcementsText: z.string(),
  normsText: z.string(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Team = z.infer<typeof Team>;

export const NewTeam = z.strictObject({
  name,
  managerAgentId: z.string().optional(),
  announcementsText: text.default(""),
  normsText: text.default(""),
});
export type NewTeam = z.infer<typeof NewTeam>;

/** An API key as a list shows it: never the key itself. */
export const ApiKey = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  /** The most that the key can do, however powerful its person is. */
  role: z.enum(ROLES),
  /** The first characters, to tell keys apart. */
  prefix: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.strictObject({
  name,
  role: z
    .enum(ROLES)
    .optional()
    .describe("The most that the key can do: viewer reads, member works, admin manages. Unset: your own role."),
  expiresAt: GivenInstant.optional(),
});
export type NewApiKey = z.infer<typeof NewApiKey>;
