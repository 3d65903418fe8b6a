import { ApiKey, NewApiKey } from "@cadre/domain";
import { z } from "zod";
import { idParam, ListQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

export const apiKeyEndpoints = {
  list: defineEndpoint({
    id: "api-keys.list",
    method: "GET",
    path: "/api-keys",
    summary:
      "Your API keys, newest first; every key of the organization for owners and admins. Never the keys themselves.",
    access: "viewer",
    query: ListQuery,
    response: pageOf(ApiKey),
    status: 200,
  }),
  create: defineEndpoint({
    id: "api-keys.create",
    method: "POST",
    path: "/api-keys",
    summary:
      "Makes an API key that can do what you can do, or less when you say so. The key itself is in this answer only.",
    access: "member",
    body: NewApiKey,
    response: z.object({
      apiKey: ApiKey,
      key: z.string().nullable().describe("The key in clear; null when a repeated request is answered again."),
    }),
    status: 201,
    faults: [
      { kind: "invalid", code: "api-key.expired" },
      { kind: "forbidden", code: "api-key.role-too-high" },
      { kind: "forbidden", code: "api-key.outlives" },
    ],
    example: { name: "CI", role: "member", expiresAt: "2027-06-30T00:00:00Z" },
  }),
  revoke: defineEndpoint({
    id: "api-keys.revoke",
    method: "DELETE",
    path: "/api-keys/:apiKeyId",
    summary: "Revokes a key of yours, or any as owner or admin. It is refused everywhere at once.",
    access: "viewer",
    params: z.object({ apiKeyId: idParam("apiKey") }),
    response: ApiKey,
    status: 200,
    faults: [{ kind: "not-found", code: "api-key.not-found" }],
  }),
};
