import type { ApprovalWrites, Transaction } from "../transaction.ts";
import { cancelTaskApprovals } from "./cancel-approvals.ts";
import { requestApproval } from "./request-approval.ts";

/** What other features may ask of approvals, bound to one transaction. */
export function approvalWrites(tx: Transaction): ApprovalWrites {
  return {
    request: (input) => requestApproval(tx, input),
    cancelForTask: (taskId, reason) => cancelTaskApprovals(tx, taskId, reason),
  };
}
