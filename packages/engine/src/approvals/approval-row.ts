import {
  type Actor,
  type ApprovalAction,
  type ApprovalKind,
  ApprovalOption,
  type ApprovalStatus,
  mayDecideApproval,
  offeredActions,
} from "@cadre/domain";
import { Fault } from "@cadre/shared";
import { z } from "zod";

export type ApprovalRow = {
  id: string;
  kind: ApprovalKind;
  status: ApprovalStatus;
  title: string;
  description: string;
  action: string | null;
  actionHash: string | null;
  options: string;
  allowFreeform: boolean;
  runId: string | null;
  entryId: string | null;
  callId: string | null;
  taskId: string | null;
  agentId: string | null;
  decidedBy: string | null;
  decidedOption: string | null;
  comment: string | null;
  expiresAt: Date | null;
  decidedAt: Date | null;
  createdAt: Date;
  /** Of the task, when a person is its reviewer. */
  reviewerId: string | null;
};

/** An approval as people see it. `actions` are what the caller can do with it now: the buttons (PEER-C40). */
export type Approval = {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly status: ApprovalStatus;
  readonly title: string;
  readonly description: string;
  /** The exact action, character by character. */
  readonly action: string | null;
  readonly options: readonly ApprovalOption[];
  readonly allowFreeform: boolean;
  readonly actions: readonly ApprovalAction[];
  readonly runId: string | null;
  readonly taskId: string | null;
  readonly agentId: string | null;
  readonly decidedBy: string | null;
  /** `approve`, `reject`, the option that was chosen, or null for an answer in own words. */
  readonly decidedOption: string | null;
  readonly comment: string | null;
  readonly expiresAt: string | null;
  readonly decidedAt: string | null;
  readonly createdAt: string;
};

const Options = z.array(ApprovalOption);

/** Read with the task's reviewer. Add conditions on `a`. */
export const APPROVALS = `
  select a.id, a.kind, a.status, a.title, a.description, a.action, a.action_hash, a.options, a.allow_freeform, a.run_id,
    a.entry_id, a.call_id, a.task_id, a.agent_id, a.decided_by, a.decided_option, a.comment, a.expires_at, a.decided_at,
    a.created_at, case when t.reviewer_kind = 'person' then t.reviewer_id end as reviewer_id
  from approvals a left join tasks t on t.id = a.task_id
  where a.organization_id = $1`;

export function optionsOf(row: Pick<ApprovalRow, "options">): ApprovalOption[] {
  return Options.parse(JSON.parse(row.options));
}

export function approvalOf(row: ApprovalRow, actor: Actor): Approval {
  const options = optionsOf(row);
  const isOpen = row.status === "pending" && mayDecideApproval(actor, row);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    title: row.title,
    description: row.description,
    action: row.action,
    options,
    allowFreeform: row.allowFreeform,
    actions: isOpen ? offeredActions({ ...row, options }) : [],
    runId: row.runId,
    taskId: row.taskId,
    agentId: row.agentId,
    decidedBy: row.decidedBy,
    decidedOption: row.decidedOption,
    comment: row.comment,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export function missingApproval(approvalId: string): never {
  throw new Fault("not-found", "approval.not-found", {
    message: `There is no approval ${approvalId}. List the approvals to find it.`,
  });
}
