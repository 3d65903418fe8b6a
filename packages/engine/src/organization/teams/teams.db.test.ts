import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listMembers } from "../list-members.ts";
import { createTeam } from "./create-team.ts";
import { deleteTeam } from "./delete-team.ts";
import { listTeams } from "./list-teams.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const team = (name: string, managerAgentId?: string) => ({
  name,
  announcementsText: "",
  normsText: "",
  ...(managerAgentId === undefined ? {} : { managerAgentId }),
});

test("teams are made with a manager of the organization and listed in pages", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "teams-elsewhere");
  for (const name of ["Red", "Green", "Blue"]) await createTeam(deps, given.owner, team(name, given.managerId));
  await expect(createTeam(deps, given.owner, team("Spies", other.managerId))).rejects.toMatchObject({
    code: "agent.not-found",
    field: "managerAgentId",
  });
  await expect(createTeam(deps, given.member, team("No"))).rejects.toMatchObject({ code: "access.role-missing" });
  const first = await listTeams(deps, given.viewer, { limit: 2 });
  const second = await listTeams(deps, given.viewer, { limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.data, ...second.data].map((one) => one.name)).toEqual(["Red", "Green", "Blue"]);
  expect((await listTeams(deps, other.owner)).data).toEqual([]);
});

test("members are listed with their roles, those of the own organization only", async () => {
  const { deps, given } = fixture;
  const members = await listMembers(deps, given.viewer);
  expect(members.map(({ name, role }) => [name, role])).toEqual([
    ["Max Member", "member"],
    ["Olive Owner", "owner"],
    ["Vera Viewer", "viewer"],
  ]);
});

test("a dissolved team is gone; its agents stay, without one", async () => {
  const { deps, given } = fixture;
  const { id: teamId } = await createTeam(deps, given.owner, team("Short-lived"));
  await deps.database.query("update agents set team_id = $1 where id = $2", [teamId, given.workerId]);
  await expect(deleteTeam(deps, given.member, { teamId })).rejects.toMatchObject({ code: "access.role-missing" });
  await deleteTeam(deps, given.owner, { teamId });
  await expect(deleteTeam(deps, given.owner, { teamId })).rejects.toMatchObject({ code: "team.not-found" });
  const agents = await deps.database.query("select team_id, deleted_at from agents where id = $1", [given.workerId]);
  expect(agents).toEqual([{ teamId: null, deletedAt: null }]);
});
