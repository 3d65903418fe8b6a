import { AuditEntry, GivenInstant } from "@cadre/domain";
import { z } from "zod";
import { listQuery, pageOf } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

export const auditEntryEndpoints = {
  list: defineEndpoint({
    id: "audit-entries.list",
    method: "GET",
    path: "/audit-entries",
    summary: "Every change that people and their keys made in the organization, newest first.",
    access: "admin",
    query: listQuery({
      actorId: z.string().max(200).optional().describe("Who made the change."),
      credentialId: z.string().max(200).optional().describe("With which sign-in or API key."),
      action: z
        .string()
        .max(200)
        .optional()
        .describe("What was done, such as `task.created`; `task.` is all of a kind."),
      entityId: z.string().max(200).optional().describe("What was changed."),
      from: GivenInstant.optional().describe("Not before."),
      until: GivenInstant.optional().describe("Before."),
    }),
    response: pageOf(AuditEntry),
    status: 200,
  }),
};
