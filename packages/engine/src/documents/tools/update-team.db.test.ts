import { engineFixture, type EngineFixture, openToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTeam } from "../../organization/teams/create-team.ts";
import { getDocument } from "../get-document.ts";
import { listRevisions } from "../list-revisions.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("a manager changes the texts of its own team, and each change is a revision of its own", async () => {
  const { deps, given } = fixture;
  const newTeam = (name: string, managerAgentId?: string) =>
    createTeam(deps, given.owner, {
      name,
      announcementsText: "",
      normsText: "Be kind.",
      ...(managerAgentId === undefined ? {} : { managerAgentId }),
    });
  const team = await newTeam("Mill", given.managerId);
  const desk = await openToolDesk(fixture, { agentId: given.managerId });
  const answer = await desk.call("team_update", {
    announcements: "Flour is late.",
    norms: "Be kind.",
    reason: "News.",
  });
  expect(answer).toMatchObject({ isError: false, text: "Team Mill. announcements: revision 1, norms: as they were." });
  const announcements = { kind: "announcements", ownerId: team.id } as const;
  expect(await getDocument(deps, given.viewer, announcements)).toMatchObject({ text: "Flour is late." });
  const [newest] = (await listRevisions(deps, given.viewer, announcements)).data;
  expect(newest).toMatchObject({ reason: "News.", author: { kind: "agent", id: given.managerId, name: "Mira" } });

  const other = await newTeam("Quarry");
  const worker = await openToolDesk(fixture, { agentId: given.workerId });
  for (const [who, args] of [
    [worker, { norms: "Mine." }],
    [desk, { norms: "Mine.", team_id: other.id }],
    [desk, {}],
  ] as const) {
    expect((await who.call("team_update", args)).isError).toBe(true);
  }
  await newTeam("Second", given.managerId);
  const which = await desk.call("team_update", { norms: "Both." });
  expect(which).toMatchObject({ isError: true, text: expect.stringContaining(`Mill (${team.id})`) });
  expect((await desk.call("team_update", { norms: "One.", team_id: team.id })).isError).toBe(false);
  expect(await getDocument(deps, given.viewer, { kind: "norms", ownerId: other.id })).toMatchObject({
    text: "Be kind.",
  });
});
