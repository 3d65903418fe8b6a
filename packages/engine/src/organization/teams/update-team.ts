import { type Actor, requireRole, type Team } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { transact } from "../../open-transaction.ts";
import { requireVersion } from "../../require-version.ts";
import { recordDocument } from "../../revisions/record-document.ts";
import type { Transaction } from "../../transaction.ts";
import { missingTeam, TEAM_COLUMNS, teamOf, type TeamRow } from "./team-row.ts";

/** Only the fields that are given change; null takes the manager away. */
export type TeamChange = {
  readonly name?: string | undefined;
  readonly managerAgentId?: string | null | undefined;
  readonly announcementsText?: string | undefined;
  readonly normsText?: string | undefined;
};

/** Documents of a team, and where its row has them. */
const TEXTS = [
  ["announcements", "announcementsText"],
  ["norms", "normsText"],
] as const;

/** Changes a team. Faults: `access.role-missing`, `team.not-found`, `team.stale`, `agent.not-found` for its manager. */
export async function updateTeam(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly teamId: string; readonly version: number; readonly change: TeamChange },
): Promise<Team> {
  requireRole(actor, "admin", "change teams");
  return transact(deps, actor, async (tx) => {
    const before = await lockTeam(tx, input.teamId);
    requireVersion("team", before, input);
    const { change } = input;
    const managerAgentId = change.managerAgentId === undefined ? before.managerAgentId : change.managerAgentId;
    if (change.managerAgentId !== undefined && managerAgentId !== null) await requireAgent(tx, managerAgentId);
    const row = await tx.unit.first<TeamRow>(
      `update teams set name = $2, manager_agent_id = $3, announcements_text = $4, norms_text = $5, version = version + 1
       where id = $1 returning ${TEAM_COLUMNS}`,
      [
        before.id,
        storableText(change.name ?? before.name),
        managerAgentId,
        storableText(change.announcementsText ?? before.announcementsText),
        storableText(change.normsText ?? before.normsText),
      ],
    );
    const after = row ?? before;
    for (const [kind, field] of TEXTS) {
      await recordDocument(tx, { kind, ownerId: before.id }, { before: before[field], text: after[field] });
    }
    tx.unit.emit({
      type: "team.updated",
      entity: { kind: "team", id: before.id },
      payload: { fields: Object.keys(change), version: before.version + 1 },
      actor: tx.actor,
    });
    return teamOf(after);
  });
}

async function lockTeam(tx: Transaction, teamId: string): Promise<TeamRow> {
  const row = await tx.unit.first<TeamRow>(
    `select ${TEAM_COLUMNS} from teams where id = $1 and organization_id = $2 for no key update`,
    [teamId, tx.unit.organizationId],
  );
  return row ?? missingTeam(teamId);
}

async function requireAgent(tx: Transaction, agentId: string): Promise<void> {
  const agent = await tx.unit.first(
    "select 1 from agents where id = $1 and organization_id = $2 and deleted_at is null",
    [agentId, tx.unit.organizationId],
  );
  if (agent !== undefined) return;
  throw new Fault("not-found", "agent.not-found", {
    message: `There is no agent ${agentId} to manage the team. List the agents to find one.`,
    field: "managerAgentId",
  });
}
