import { Member, ROLES } from "@cadre/domain";
import { z } from "zod";
import { idParam, NoBody } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const params = z.object({ personId: idParam("person") });

export const memberEndpoints = {
  changeRole: defineEndpoint({
    id: "members.change-role",
    method: "POST",
    path: "/organization/members/:personId/role",
    summary: "Gives a member another role. Only an owner makes or unmakes owners, and the last one stays.",
    access: "admin",
    params,
    body: z.strictObject({ role: z.enum(ROLES) }),
    response: Member,
    status: 200,
    faults: [
      { kind: "not-found", code: "member.not-found" },
      { kind: "forbidden", code: "member.role-too-high" },
      { kind: "conflict", code: "member.last-owner" },
    ],
    example: { role: "member" },
  }),
  remove: defineEndpoint({
    id: "members.remove",
    method: "DELETE",
    path: "/organization/members/:personId",
    summary:
      "Removes a member, or yourself: their keys here stop working, and you take over the reviews that wait for them.",
    access: "viewer",
    params,
    response: Member,
    status: 200,
    faults: [
      { kind: "not-found", code: "member.not-found" },
      { kind: "forbidden", code: "member.role-too-high" },
      { kind: "conflict", code: "member.last-owner" },
    ],
  }),
  createSignInLink: defineEndpoint({
    id: "members.create-sign-in-link",
    method: "POST",
    path: "/organization/members/:personId/sign-in-link",
    summary: "Makes a link with which a member who forgot the password chooses a new one, within an hour and once.",
    access: "admin",
    needsSignIn: true,
    params,
    body: NoBody,
    response: z.object({
      link: z
        .string()
        .nullable()
        .describe("To be given to the member; null when a repeated request is answered again."),
      expiresAt: z.iso.datetime(),
    }),
    status: 201,
    faults: [
      { kind: "not-found", code: "member.not-found" },
      { kind: "forbidden", code: "member.role-too-high" },
      { kind: "conflict", code: "member.belongs-elsewhere" },
    ],
    example: {},
  }),
};
