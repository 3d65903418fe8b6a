import { type Actor, requireRole } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { STANDING_COLUMNS, type StandingApproval, standingOf, type StandingRow } from "./standing-row.ts";

/** Takes a standing approval back; calls that have started are not undone. Faults: `access.role-missing`, `approval.standing-not-found`. */
export async function revokeStandingApproval(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly standingApprovalId: string },
): Promise<StandingApproval> {
  requireRole(actor, "admin", "revoke standing approvals");
  return transact(deps, actor, async (tx) => {
    const before = await tx.unit.first<StandingRow>(
      `select ${STANDING_COLUMNS} from standing_approvals where id = $1 and organization_id = $2 for update`,
      [input.standingApprovalId, tx.unit.organizationId],
    );
    if (before === undefined) {
      throw new Fault("not-found", "approval.standing-not-found", {
        message: `There is no standing approval ${input.standingApprovalId}.`,
      });
    }
    if (before.revokedAt !== null) return standingOf(before);
    const row = await tx.unit.first<StandingRow>(
      `update standing_approvals set revoked_at = cadre_now() where id = $1 returning ${STANDING_COLUMNS}`,
      [before.id],
    );
    tx.unit.emit({
      type: "standing-approval.revoked",
      entity: { kind: "standing-approval", id: before.id },
      payload: { projectId: before.projectId, tool: before.tool, action: before.action },
      actor: tx.actor,
    });
    return standingOf(row ?? before);
  });
}
