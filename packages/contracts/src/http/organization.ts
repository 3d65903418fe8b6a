import { Member, Organization, OrganizationChange } from "@cadre/domain";
import { NoBody, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

export const organizationEndpoints = {
  get: defineEndpoint({
    id: "organization.get",
    method: "GET",
    path: "/organization",
    summary: "Your organization.",
    access: "viewer",
    response: Organization,
    status: 200,
  }),
  update: defineEndpoint({
    id: "organization.update",
    method: "PATCH",
    path: "/organization",
    summary: "Changes the fields that are given: name, time zone, and what every agent reads of context and policies.",
    access: "admin",
    body: OrganizationChange,
    response: Organization,
    status: 200,
    ifMatch: "required",
    faults: [{ kind: "stale", code: "organization.stale" }],
    example: { contextText: "We build calculating machines.", timeZone: "Europe/London" },
  }),
  listMembers: defineEndpoint({
    id: "organization.list-members",
    method: "GET",
    path: "/organization/members",
    summary: "Everybody who belongs to the organization, by name.",
    access: "viewer",
    response: pageOf(Member),
    status: 200,
  }),
  stop: defineEndpoint({
    id: "organization.emergency-stop",
    method: "POST",
    path: "/organization/emergency-stop",
    summary:
      "Stops every agent at once until somebody lifts it: work is held, no model is called. Again changes nothing.",
    access: "admin",
    body: NoBody,
    response: Organization,
    status: 200,
    example: {},
  }),
  resume: defineEndpoint({
    id: "organization.resume",
    method: "POST",
    path: "/organization/resume",
    summary: "Lifts an emergency stop: what it held goes on.",
    access: "admin",
    body: NoBody,
    response: Organization,
    status: 200,
    example: {},
  }),
};
