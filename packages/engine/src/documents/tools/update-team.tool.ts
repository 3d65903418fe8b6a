import { API_LIMITS } from "@cadre/shared";
import { defineTool, toolError, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import type { Transaction } from "../../transaction.ts";
import { changeDocumentIn } from "../change-document.ts";
import { findDocument } from "../document-row.ts";

const text = z.string().max(API_LIMITS.textChars).optional();

/** A manager's word to its team. Each change is a revision, which people can take back. */
export const updateTeamTool = defineTool<EngineToolContext>()({
  name: "team_update",
  category: "Team & messaging",
  description:
    "Replaces the announcements or the norms of a team that you manage. Its agents read them from their next session on. " +
    "Give the whole new text; what you leave out stays.",
  parameters: z.strictObject({
    team_id: z.string().optional().describe("Only when you manage several teams."),
    announcements: text,
    norms: text,
    reason: z.string().trim().max(API_LIMITS.reasonChars).optional().describe("Why, for the history."),
  }),
  effect: "write",
  run: async ({ team_id: teamId, reason, announcements, norms }, context) => {
    if (announcements === undefined && norms === undefined)
      return toolError("Nothing was changed. Give announcements, norms, or both.");
    const texts = [
      { kind: "announcements", value: announcements },
      { kind: "norms", value: norms },
    ] as const;
    return context.fenced(async (tx) => {
      const teams = await managedTeams(tx, context.agentId);
      const [team, another] = teamId === undefined ? teams : teams.filter(({ id }) => id === teamId);
      if (team === undefined) {
        return toolError(
          "You do not manage this team. Only its manager or an admin changes its texts; ask one of them.",
        );
      }
      if (another !== undefined) {
        const list = teams.map(({ id, name }) => `${name} (${id})`).join(", ");
        return toolError(`You manage several teams: ${list}. Name one by team_id.`);
      }
      const done: string[] = [];
      for (const { kind, value } of texts) {
        if (value === undefined) continue;
        const ref = { kind, ownerId: team.id };
        const { version } = await findDocument(tx.unit, tx.unit.organizationId, ref);
        const after = await changeDocumentIn(tx, { ...ref, version, text: value, reason });
        done.push(`${kind}: ${after.version === version ? "as they were" : `revision ${after.version}`}`);
      }
      return toolText(`Team ${team.name}. ${done.join(", ")}.`);
    });
  },
});

/** The teams that the agent manages, locked so that nobody changes their texts in between. */
function managedTeams(tx: Transaction, agentId: string): Promise<{ id: string; name: string }[]> {
  return tx.unit.query(
    "select id, name from teams where organization_id = $1 and manager_agent_id = $2 order by id for no key update",
    [tx.unit.organizationId, agentId],
  );
}
