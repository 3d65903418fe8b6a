import type { Actor, ApprovalStatus } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type Page, pageOfRows, type PageRequest, pageSize } from "../page.ts";
import { type Approval, approvalOf, type ApprovalRow, APPROVALS } from "./approval-row.ts";

/** The organization's approvals, newest first, each with what the caller can do about it. */
export async function listApprovals(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  request: PageRequest & { readonly status?: ApprovalStatus | undefined; readonly taskId?: string | undefined } = {},
): Promise<Page<Approval>> {
  const size = pageSize(request);
  const rows = await deps.database.query<ApprovalRow>(
    `${APPROVALS} and ($2::text is null or a.status = $2) and ($3::text is null or a.task_id = $3)
       and ($4::text is null or a.id < $4)
     order by a.id desc limit $5`,
    [actor.organizationId, request.status ?? null, request.taskId ?? null, request.cursor ?? null, size + 1],
  );
  return pageOfRows(rows, size, (row) => approvalOf(row, actor));
}
