import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Approval, approvalOf, type ApprovalRow, APPROVALS, missingApproval } from "./approval-row.ts";

/** One approval with what the caller can do about it. Fault: `approval.not-found`. */
export async function getApproval(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly approvalId: string },
): Promise<Approval> {
  const [row] = await deps.database.query<ApprovalRow>(`${APPROVALS} and a.id = $2`, [
    actor.organizationId,
    input.approvalId,
  ]);
  return row === undefined ? missingApproval(input.approvalId) : approvalOf(row, actor);
}
