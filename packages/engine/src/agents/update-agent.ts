import { type Actor, type Agent, type AgentChange, requireRole } from "@cadre/domain";
import { canonicalJson, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import { recordDocument } from "../revisions/record-document.ts";
import type { Transaction } from "../transaction.ts";
import { recordConfiguration } from "./agent-configuration.ts";
import { requirePlace, storedSchedule } from "./agent-place.ts";
import { type AgentRow, lockAgent, readAgent, RETURNING_ROW } from "./agent-row.ts";

/**
 * Changes the fields that are given; settings are merged. Faults: `access.role-missing`, `agent.not-found`, `agent.stale`,
 * `team.not-found`, `agent.manager-cycle`, `agent.bad-schedule`.
 */
export async function updateAgent(
  deps: EngineDeps,
  actor: Actor,
  input: { readonly agentId: string; readonly version: number; readonly change: AgentChange },
): Promise<Agent> {
  requireRole(actor, "admin", "change agents");
  return transact(deps, actor, async (tx) => {
    const before = await lockAgent(tx, input.agentId);
    requireVersion("agent", before, input);
    const { change } = input;
    const row = await writeAgent(tx, before, {
      ...change,
      settings: canonicalJson({ ...JSON.parse(before.settings), ...change.settings }),
      schedule: change.schedule === undefined ? before.schedule : await storedSchedule(tx, change.schedule),
    });
    await recordConfiguration(tx, before, { row });
    await recordDocument(tx, { kind: "role", ownerId: row.id }, { before: before.roleText, text: row.roleText });
    await recordDocument(
      tx,
      { kind: "checklist", ownerId: row.id },
      { before: before.checklistText, text: row.checklistText },
    );
    tx.unit.emit({
      type: "agent.updated",
      entity: { kind: "agent", id: before.id },
      payload: { fields: Object.keys(change), version: row.version },
      actor: tx.actor,
    });
    return readAgent(tx, before.id);
  });
}

/** A change as the row takes it: settings and schedule in their stored form. */
type StoredChange = Omit<AgentChange, "settings" | "schedule"> & {
  readonly settings: string;
  readonly schedule: string | null;
};

/** Writes the fields that are given. Faults: `team.not-found`, `agent.not-found` for its manager, `agent.manager-cycle`. */
export async function writeAgent(tx: Transaction, before: AgentRow, change: StoredChange): Promise<AgentRow> {
  const teamId = change.teamId === undefined ? before.teamId : change.teamId;
  const managerId = change.managerId === undefined ? before.managerId : change.managerId;
  await requirePlace(tx, { agentId: before.id, teamId, managerId });
  const row = await tx.unit.first<AgentRow>(
    `update agents set team_id = $2, manager_id = $3, name = $4, position = $5, role_text = $6, checklist_text = $7, skills = $8,
       settings = $9, schedule = $10, version = version + 1
     where id = $1 ${RETURNING_ROW}`,
    [
      before.id,
      teamId,
      managerId,
      storableText(change.name ?? before.name),
      change.position ?? before.position,
      storableText(change.roleText ?? before.roleText),
      storableText(change.checklistText ?? before.checklistText),
      change.skills === undefined ? before.skills : storableText(canonicalJson(change.skills)),
      change.settings,
      change.schedule,
    ],
  );
  return row ?? before;
}
