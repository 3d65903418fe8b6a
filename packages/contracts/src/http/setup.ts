import { Member, Organization, Setup } from "@cadre/domain";
import { z } from "zod";
import { defineEndpoint } from "./define-endpoint.ts";

export const setupEndpoints = {
  create: defineEndpoint({
    id: "setup.create",
    method: "POST",
    path: "/setup",
    summary:
      "Makes the first organization and its owner, with the token that the first start printed, and signs in. Works once.",
    access: "public",
    body: Setup,
    response: z.object({
      organization: Organization,
      person: Member,
      apiKey: z.string().describe("The first API key, in clear: shown once, stored nowhere."),
    }),
    status: 201,
    faults: [
      { kind: "forbidden", code: "setup.token-wrong" },
      { kind: "conflict", code: "setup.done" },
    ],
    example: {
      token: "the token of the printed link",
      name: "Owner",
      email: "owner@example.com",
      password: "a long sentence is best",
      organizationName: "Analytical Engines",
      timeZone: "Europe/London",
    },
  }),
};
