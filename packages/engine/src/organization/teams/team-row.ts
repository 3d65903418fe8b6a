import type { Team } from "@cadre/domain";
import { Fault } from "@cadre/shared";

export type TeamRow = Omit<Team, "createdAt"> & { createdAt: Date };

export const TEAM_COLUMNS = "id, name, manager_agent_id, announcements_text, norms_text, version, created_at";

export function teamOf(row: TeamRow): Team {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

export function missingTeam(teamId: string): never {
  throw new Fault("not-found", "team.not-found", {
    message: `There is no team ${teamId}. List the teams to find it.`,
  });
}
