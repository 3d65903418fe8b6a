import { APPROVAL_KINDS, APPROVAL_PAIRS, ApprovalDecision, ApprovalOption, type ApprovalStatus } from "@cadre/domain";
import { z } from "zod";
import { idParam, listQuery, pageOf, Timestamp } from "./common-schemas.ts";
import { defineEndpoint, type EndpointFault } from "./define-endpoint.ts";

const statuses = Object.keys(APPROVAL_PAIRS) as ApprovalStatus[];

/** An approval as people see it. `actions` are what you can do with it now: the buttons. */
export const Approval = z.object({
  id: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  status: z.enum(statuses),
  title: z.string(),
  description: z.string(),
  action: z.string().nullable().describe("The exact action, character by character."),
  options: z.array(ApprovalOption),
  allowFreeform: z.boolean(),
  actions: z.array(z.enum(["approve", "reject", "choose", "answer"])),
  runId: z.string().nullable(),
  taskId: z.string().nullable(),
  agentId: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedOption: z.string().nullable().describe("approve, reject, the chosen option; null for an answer in own words."),
  comment: z.string().nullable(),
  expiresAt: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});

const params = z.object({ approvalId: idParam("approval") });
const [approving] = ApprovalDecision.options;
const comment = approving.pick({ comment: true }).optional();

const decisionFaults: readonly EndpointFault[] = [
  { kind: "not-found", code: "approval.not-found" },
  { kind: "forbidden", code: "approval.not-decider" },
  { kind: "conflict", code: "approval.decided" },
  { kind: "conflict", code: "approval.expired" },
  { kind: "invalid", code: "approval.not-offered" },
  { kind: "invalid", code: "approval.reason-missing" },
  { kind: "conflict", code: "task.illegal-move" },
];

export const approvalEndpoints = {
  list: defineEndpoint({
    id: "approvals.list",
    method: "GET",
    path: "/approvals",
    summary: "Approvals, newest first, each with what you can do about it.",
    access: "viewer",
    query: listQuery({ status: z.enum(statuses).optional(), taskId: idParam("task").optional() }),
    response: pageOf(Approval),
    status: 200,
  }),
  get: defineEndpoint({
    id: "approvals.get",
    method: "GET",
    path: "/approvals/:approvalId",
    summary: "One approval.",
    access: "viewer",
    params,
    response: Approval,
    status: 200,
    faults: [{ kind: "not-found", code: "approval.not-found" }],
  }),
  approve: defineEndpoint({
    id: "approvals.approve",
    method: "POST",
    path: "/approvals/:approvalId/approve",
    summary:
      "Says yes. Exactly one decision wins; the same one again is answered with the outcome, another with a conflict.",
    access: "member",
    params,
    body: comment,
    response: Approval,
    status: 200,
    faults: decisionFaults,
    example: { comment: "Go ahead." },
  }),
  reject: defineEndpoint({
    id: "approvals.reject",
    method: "POST",
    path: "/approvals/:approvalId/reject",
    summary: "Says no. A review needs a comment: it becomes the brief of the next round.",
    access: "member",
    params,
    body: comment,
    response: Approval,
    status: 200,
    faults: decisionFaults,
    example: { comment: "Not on a Friday." },
  }),
  decide: defineEndpoint({
    id: "approvals.decide",
    method: "POST",
    path: "/approvals/:approvalId/decide",
    summary: "Any decision: approve, reject, choose an option, or answer in own words, which never grants anything.",
    access: "member",
    params,
    body: ApprovalDecision,
    response: Approval,
    status: 200,
    faults: [...decisionFaults, { kind: "invalid", code: "approval.unknown-option" }],
    example: { decision: "choose", optionId: "blue", comment: "It matches the logo." },
  }),
};
