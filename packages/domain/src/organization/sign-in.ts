import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { visibleText } from "../visible-text.ts";

export const PersonName = visibleText(API_LIMITS.nameChars);
export const EmailAddress = z.email().max(API_LIMITS.emailChars);
export const NewPassword = z.string().min(API_LIMITS.passwordMinChars).max(API_LIMITS.passwordMaxChars);

/** A password that is to be compared, not made: what is too short is simply wrong. */
const GivenPassword = z.string().min(1).max(API_LIMITS.passwordMaxChars);

export const Credentials = z.strictObject({ email: z.string().max(API_LIMITS.emailChars), password: GivenPassword });
export type Credentials = z.infer<typeof Credentials>;

export const PasswordChange = z.strictObject({ currentPassword: GivenPassword, newPassword: NewPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const NameChange = z.strictObject({ name: PersonName });
export type NameChange = z.infer<typeof NameChange>;

export const EmailChange = z.strictObject({ email: EmailAddress, currentPassword: GivenPassword });
export type EmailChange = z.infer<typeof EmailChange>;

/** A link that lets a person who lost everything choose a new password. Used once. */
export const SignInLinkUse = z.strictObject({ token: z.string().min(1).max(200), password: NewPassword });
export type SignInLinkUse = z.infer<typeof SignInLinkUse>;

/** A browser in which a person is signed in, as a list shows it: never what its cookie holds. */
export const SignIn = z.object({
  id: z.string(),
  /** What the browser called itself. */
  userAgent: z.string(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type SignIn = z.infer<typeof SignIn>;
