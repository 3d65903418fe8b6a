import { Invitation, InvitationAcceptance, InvitationPreview, InvitationToken, NewInvitation } from "@cadre/domain";
import { z } from "zod";
import { idParam, ListQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";
import { Me } from "./me.ts";

export const invitationEndpoints = {
  list: defineEndpoint({
    id: "invitations.list",
    method: "GET",
    path: "/invitations",
    summary: "Every invitation into the organization, newest first.",
    access: "admin",
    query: ListQuery,
    response: pageOf(Invitation),
    status: 200,
  }),
  create: defineEndpoint({
    id: "invitations.create",
    method: "POST",
    path: "/invitations",
    summary:
      "Invites somebody with a role. Where there is a mail server, a mail brings the link to the address; else the answer has the link to give them, only now.",
    access: "admin",
    body: NewInvitation,
    response: z.object({
      invitation: Invitation,
      link: z
        .string()
        .nullable()
        .describe("To be given to the person; null when a mail brings it, or a repeated request is answered again."),
      mail: z
        .object({
          status: z.enum(["sent", "failed", "none"]).describe("none: no mail server, or no address."),
          problem: z.string().nullable().describe("What the mail server said when it failed."),
        })
        .describe("What became of the mail with the link."),
    }),
    status: 201,
    faults: [
      { kind: "forbidden", code: "member.role-too-high" },
      { kind: "conflict", code: "invitation.is-member" },
    ],
    example: { role: "member", email: "grace@example.com", expiresInDays: 7 },
  }),
  revoke: defineEndpoint({
    id: "invitations.revoke",
    method: "DELETE",
    path: "/invitations/:invitationId",
    summary: "Makes an open invitation void. Again changes nothing.",
    access: "admin",
    params: z.object({ invitationId: idParam("invitation") }),
    response: Invitation,
    status: 200,
    faults: [
      { kind: "not-found", code: "invitation.not-found" },
      { kind: "conflict", code: "invitation.accepted" },
    ],
  }),
  preview: defineEndpoint({
    id: "invitations.preview",
    method: "POST",
    path: "/invitations/preview",
    summary: "What the invitation of a link offers, before it is accepted.",
    access: "public",
    body: InvitationToken,
    response: InvitationPreview,
    status: 200,
    faults: [{ kind: "forbidden", code: "invitation.void" }],
    example: { token: "cadi_…" },
  }),
  accept: defineEndpoint({
    id: "invitations.accept",
    method: "POST",
    path: "/invitations/accept",
    summary:
      "Accepts an invitation: makes the person, or joins the known one of this e-mail who gives their own password, and signs in. Works once.",
    access: "public",
    body: InvitationAcceptance,
    response: Me,
    status: 201,
    faults: [
      { kind: "forbidden", code: "invitation.void" },
      { kind: "forbidden", code: "invitation.other-email" },
      { kind: "unauthenticated", code: "sign-in.wrong" },
      { kind: "invalid", code: "invitation.name-missing" },
      { kind: "conflict", code: "invitation.is-member" },
      { kind: "forbidden", code: "request.foreign-origin" },
      { kind: "limit", code: "rate-limit.sign-in" },
    ],
    example: {
      token: "cadi_…",
      email: "grace@example.com",
      name: "Grace Hopper",
      password: "a long sentence is best",
    },
  }),
  join: defineEndpoint({
    id: "invitations.join",
    method: "POST",
    path: "/invitations/join",
    summary: "Accepts an invitation as the person who is signed in, and enters that organization.",
    access: "viewer",
    needsSignIn: true,
    body: InvitationToken,
    response: Me,
    status: 201,
    faults: [
      { kind: "forbidden", code: "invitation.void" },
      { kind: "forbidden", code: "invitation.other-email" },
      { kind: "conflict", code: "invitation.is-member" },
    ],
    example: { token: "cadi_…" },
  }),
};
