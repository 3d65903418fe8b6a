import { type Actor, type Organization, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { ORGANIZATION_COLUMNS, organizationOf, type OrganizationRow } from "./organization-row.ts";
import { lockOrganization } from "./update-organization.ts";

/**
 * Stops all agents of the organization until a person lifts it: attempts end, tool processes are killed, nothing is claimed and no
 * model is called. Task runs and reviews are held; beats and internal mail are dropped (decisions, "Pause"). A second stop changes
 * nothing. Fault: `access.role-missing`.
 */
export async function emergencyStop(deps: EngineDeps, actor: Actor): Promise<Organization> {
  requireRole(actor, "admin", "stop the organization");
  return transact(deps, actor, async (tx) => {
    const before = await lockOrganization(tx);
    if (before.pausedAt !== null) return organizationOf(before);
    // Claims hold this row's share lock: they are over before it changes, or they see the stop (I6).
    const row = await setPaused(tx, await stoppedBy(tx));
    await tx.mailbox.dropInternal({ organization: true });
    await tx.runs.stop({ organization: true }, { to: "held", reason: "emergency stop" });
    return row;
  });
}

/** Lifts an emergency stop: held runs may be claimed again. Without a stop it changes nothing. Fault: `access.role-missing`. */
export async function resumeOrganization(deps: EngineDeps, actor: Actor): Promise<Organization> {
  requireRole(actor, "admin", "lift an emergency stop");
  return transact(deps, actor, async (tx) => {
    const before = await lockOrganization(tx);
    if (before.pausedAt === null) return organizationOf(before);
    const row = await setPaused(tx, null);
    await tx.runs.ring({ organization: true });
    return row;
  });
}

async function setPaused(tx: Transaction, pausedBy: string | null): Promise<Organization> {
  const [row] = await tx.unit.query<OrganizationRow>(
    `update organizations set paused_at = case when $2::text is not null then cadre_now() end, paused_by = $2,
       pause_epoch = pause_epoch + 1, version = version + 1
     where id = $1 returning ${ORGANIZATION_COLUMNS}`,
    [tx.unit.organizationId, pausedBy],
  );
  if (row === undefined) throw new Error(`Organization ${tx.unit.organizationId} vanished while it was locked.`);
  tx.unit.emit({
    type: pausedBy === null ? "organization.resumed" : "organization.stopped",
    entity: { kind: "organization", id: row.id },
    payload: { by: pausedBy ?? undefined, version: row.version },
    actor: tx.actor,
  });
  return organizationOf(row);
}

/** The name that people read in "emergency stop by …". */
async function stoppedBy(tx: Transaction): Promise<string> {
  const person = await tx.unit.first<{ name: string }>("select name from people where id = $1", [tx.actor.id]);
  return person?.name ?? "the system";
}
