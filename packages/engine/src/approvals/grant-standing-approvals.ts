import { type Actor, requireRole } from "@cadre/domain";
import { Fault, isStorableText } from "@cadre/shared";
import { BUILTIN_TOOLS } from "@cadre/tool-selector";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { ENGINE_TOOLS } from "../tool-catalog.ts";
import type { Transaction } from "../transaction.ts";
import { actionHash } from "./request-approval.ts";
import { STANDING_COLUMNS, type StandingApproval, standingOf, type StandingRow } from "./standing-row.ts";

export type StandingAction = {
  readonly tool: string;
  /** Exactly what the tool will ask for, character by character. */
  readonly action: string;
};

/**
 * Approves exact actions of a project once and for all, several as one decision ("start the story" shows the list and grants it). What
 * stands already stays. Faults: `access.role-missing`, `project.not-found`, `approval.bad-action`, `approval.unknown-tool`.
 */
export async function grantStandingApprovals(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly projectId: string; readonly actions: readonly StandingAction[] },
): Promise<StandingApproval[]> {
  requireRole(actor, "admin", "grant standing approvals");
  for (const [index, { tool, action }] of input.actions.entries()) {
    refuseUnknown(tool, `actions.${index}.tool`);
    refuseEmpty(action, `actions.${index}.action`);
  }
  return transact(deps, actor, async (tx) => {
    await requireProject(tx, input.projectId);
    const granted: StandingApproval[] = [];
    for (const action of input.actions) granted.push(await grantOne(tx, input.projectId, action));
    return granted;
  });
}

/** No tool of another name would ever ask, so the approval would only look like one. */
function refuseUnknown(tool: string, field: string): void {
  const names = [...BUILTIN_TOOLS, ...ENGINE_TOOLS].map(({ name }) => name);
  if (names.includes(tool)) return;
  throw new Fault("invalid", "approval.unknown-tool", {
    message: `There is no tool "${tool}", so this would approve nothing. Commands are run by shell_execute.`,
    field,
  });
}

function refuseEmpty(action: string, field: string): void {
  if (action.trim() !== "" && isStorableText(action)) return;
  throw new Fault("invalid", "approval.bad-action", {
    message: "A standing approval names the whole action, such as one command line, in plain text.",
    field,
  });
}

async function requireProject(tx: Transaction, projectId: string): Promise<void> {
  const project = await tx.unit.first("select 1 from projects where id = $1 and organization_id = $2", [
    projectId,
    tx.unit.organizationId,
  ]);
  if (project !== undefined) return;
  throw new Fault("not-found", "project.not-found", {
    message: `There is no project ${projectId}.`,
    field: "projectId",
  });
}

async function grantOne(tx: Transaction, projectId: string, action: StandingAction): Promise<StandingApproval> {
  const hash = actionHash(action.action);
  const row = await tx.unit.first<StandingRow>(
    `insert into standing_approvals (id, organization_id, project_id, tool, action, action_hash, approved_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, tool, action_hash) where revoked_at is null do nothing
     returning ${STANDING_COLUMNS}`,
    [
      tx.deps.newId("standingApproval"),
      tx.unit.organizationId,
      projectId,
      action.tool,
      action.action,
      hash,
      tx.actor.id,
    ],
  );
  if (row === undefined) return knownGrant(tx, projectId, { tool: action.tool, hash });
  tx.unit.emit({
    type: "standing-approval.granted",
    entity: { kind: "standing-approval", id: row.id },
    payload: { projectId, tool: action.tool, action: action.action },
    actor: tx.actor,
  });
  return standingOf(row);
}

async function knownGrant(
  tx: Transaction,
  projectId: string,
  action: { readonly tool: string; readonly hash: string },
): Promise<StandingApproval> {
  const row = await tx.unit.first<StandingRow>(
    `select ${STANDING_COLUMNS} from standing_approvals
     where project_id = $1 and tool = $2 and action_hash = $3 and revoked_at is null`,
    [projectId, action.tool, action.hash],
  );
  if (row !== undefined) return standingOf(row);
  throw new Fault("conflict", "approval.revoked-meanwhile", {
    message: "Somebody revoked this standing approval just now. Grant it again if you still want it.",
  });
}
