import { EmailChange, Member, NameChange, PasswordChange, ROLES } from "@cadre/domain";
import { z } from "zod";
import { defineEndpoint } from "./define-endpoint.ts";

/** An organization that the person belongs to. */
export const OwnOrganization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  timeZone: z.string(),
  role: z.enum(ROLES),
});

/** Who asks, where, with what, and what they can do there: `role` is that of the person, or the lesser one of the key. */
export const Me = Member.extend({
  organization: OwnOrganization.omit({ role: true }),
  /** Every organization of the person; the one above is where this request works. */
  organizations: z.array(OwnOrganization),
  credential: z.object({ kind: z.enum(["sign-in", "api-key"]), id: z.string() }).nullable(),
});

export const meEndpoints = {
  get: defineEndpoint({
    id: "me.get",
    method: "GET",
    path: "/me",
    summary: "Who you are, in which organization, what your role is there, and where else you belong.",
    access: "viewer",
    response: Me,
    status: 200,
  }),
  rename: defineEndpoint({
    id: "me.rename",
    method: "POST",
    path: "/me/name",
    summary: "Changes what you are called, in every organization of yours.",
    access: "viewer",
    needsSignIn: true,
    body: NameChange,
    response: Me,
    status: 200,
    example: { name: "Ada Lovelace" },
  }),
  changeEmail: defineEndpoint({
    id: "me.change-email",
    method: "POST",
    path: "/me/email",
    summary: "Changes the e-mail that you sign in with.",
    access: "viewer",
    needsSignIn: true,
    body: EmailChange,
    response: Me,
    status: 200,
    faults: [
      { kind: "forbidden", code: "sign-in.password-wrong" },
      { kind: "conflict", code: "person.email-taken" },
      { kind: "limit", code: "rate-limit.sign-in" },
    ],
    example: { email: "ada@example.com", currentPassword: "a long sentence is best" },
  }),
  changePassword: defineEndpoint({
    id: "me.change-password",
    method: "POST",
    path: "/me/password",
    summary: "Changes your password. Every other sign-in of yours ends, and sign-in links are void.",
    access: "viewer",
    needsSignIn: true,
    body: PasswordChange,
    response: z.object({ endedSignIns: z.int() }),
    status: 200,
    faults: [
      { kind: "forbidden", code: "sign-in.password-wrong" },
      { kind: "limit", code: "rate-limit.sign-in" },
    ],
    example: { currentPassword: "a long sentence is best", newPassword: "an even longer sentence" },
  }),
};
