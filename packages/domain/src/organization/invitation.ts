import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { ROLES } from "../actor.ts";
import { EmailAddress, NewPassword, PersonName } from "./sign-in.ts";

export const INVITATION_STATUSES = ["open", "accepted", "revoked", "expired"] as const;

/** An offer to join an organization with a role, as a list shows it: never its token. */
export const Invitation = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  /** The only address that may accept it; null: whoever has the link. */
  email: z.string().nullable(),
  status: z.enum(INVITATION_STATUSES),
  invitedById: z.string(),
  acceptedById: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  acceptedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

export const NewInvitation = z.strictObject({
  role: z.enum(ROLES),
  email: EmailAddress.optional(),
  expiresInDays: z
    .int()
    .min(1)
    .max(API_LIMITS.invitationDaysMax)
    .default(API_LIMITS.invitationDaysDefault)
    .describe("Days until the link is void."),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

const token = z.string().min(1).max(200);

export const InvitationToken = z.strictObject({ token });

/** What whoever holds the link may know before accepting. */
export const InvitationPreview = z.object({
  organizationName: z.string(),
  invitedByName: z.string(),
  role: z.enum(ROLES),
  email: z.string().nullable(),
  /** Whether the named address belongs to a person who is known already: then their own password is asked for. */
  isKnownPerson: z.boolean(),
  expiresAt: z.iso.datetime(),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/** A new person says who they are; a known one proves it with their own password. */
export const InvitationAcceptance = z.strictObject({
  token,
  email: EmailAddress,
  name: PersonName.optional().describe("Of a new person."),
  password: NewPassword.describe("A new person's own choice, or the password that a known person has."),
});
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>;
