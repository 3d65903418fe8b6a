import { TOOL_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { idParam, ListQuery, pageOf, Timestamp } from "./common-schemas.ts";
import { defineEndpoint } from "./define-endpoint.ts";

const params = z.object({ projectId: idParam("project") });

/** An exact action of a project that a person approved once and for all. */
export const StandingApproval = z.object({
  id: z.string(),
  projectId: z.string(),
  tool: z.string(),
  action: z.string(),
  approvedBy: z.string(),
  revokedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});

export const standingApprovalEndpoints = {
  list: defineEndpoint({
    id: "standing-approvals.list",
    method: "GET",
    path: "/projects/:projectId/standing-approvals",
    summary: "The exact actions that are approved for a project once and for all, newest first.",
    access: "viewer",
    params,
    query: ListQuery,
    response: pageOf(StandingApproval),
    status: 200,
    faults: [{ kind: "not-found", code: "project.not-found" }],
  }),
  grant: defineEndpoint({
    id: "standing-approvals.grant",
    method: "POST",
    path: "/projects/:projectId/standing-approvals",
    summary: "Approves exact actions for a project, several as one decision. What is approved already stays as it is.",
    access: "admin",
    params,
    body: z.strictObject({
      actions: z
        .array(
          z.strictObject({
            tool: z.string().min(1).max(100),
            action: z
              .string()
              .min(1)
              .max(TOOL_LIMITS.shellCommandChars)
              .describe("Exactly what the tool will ask for, character by character."),
          }),
        )
        .min(1)
        .max(100),
    }),
    response: pageOf(StandingApproval),
    status: 201,
    faults: [
      { kind: "not-found", code: "project.not-found" },
      { kind: "invalid", code: "approval.bad-action" },
      { kind: "invalid", code: "approval.unknown-tool" },
    ],
    example: { actions: [{ tool: "shell_execute", action: "npm test" }] },
  }),
  revoke: defineEndpoint({
    id: "standing-approvals.revoke",
    method: "DELETE",
    path: "/standing-approvals/:standingApprovalId",
    summary: "Takes a standing approval back. Calls that have started are not undone.",
    access: "admin",
    params: z.object({ standingApprovalId: idParam("standingApproval") }),
    response: StandingApproval,
    status: 200,
    faults: [{ kind: "not-found", code: "approval.standing-not-found" }],
  }),
};
