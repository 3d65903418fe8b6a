import { NewOrganization } from "@cadre/domain";
import { z } from "zod";
import { idParam, NoBody, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";
import { Me, OwnOrganization } from "./me.ts";

export const organizationsEndpoints = {
  list: defineEndpoint({
    id: "organizations.list",
    method: "GET",
    path: "/organizations",
    summary: "The organizations you belong to, by name.",
    access: "viewer",
    response: pageOf(OwnOrganization),
    status: 200,
  }),
  create: defineEndpoint({
    id: "organizations.create",
    method: "POST",
    path: "/organizations",
    summary: "Makes one more organization in this installation, with you as its owner, and enters it.",
    access: "owner",
    needsSignIn: true,
    body: NewOrganization,
    response: Me,
    status: 201,
    example: { name: "Difference Engines", timeZone: "Europe/London" },
  }),
  enter: defineEndpoint({
    id: "organizations.enter",
    method: "POST",
    path: "/organizations/:organizationId/enter",
    summary:
      "Makes this organization the one that your sign-in works in. A single request may name another with the header Cadre-Organization.",
    access: "viewer",
    needsSignIn: true,
    params: z.object({ organizationId: idParam("organization") }),
    body: NoBody,
    response: Me,
    status: 200,
    faults: [{ kind: "not-found", code: "organization.not-found" }],
    example: {},
  }),
};
