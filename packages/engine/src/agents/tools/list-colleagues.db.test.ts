import { engineFixture, type EngineFixture, openToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("colleagues are listed with id, manager, role, skills and what they do now", async () => {
  const { deps, given } = fixture;
  await deps.database.query("update agents set role_text = $2, skills = $3 where id = $1", [
    given.workerId,
    "Counts things.\nIn detail: …",
    '["csv","sql"]',
  ]);
  const desk = await openToolDesk(fixture, { agentId: given.reviewerId });
  expect((await desk.call("agent_list_colleagues", {})).text).toBe(
    [
      `- Mira [${given.managerId}] manager, idle.`,
      `- Walt [${given.workerId}] worker, reports to Mira, idle. Counts things. Skills: csv, sql.`,
      `- Rita (you) [${given.reviewerId}] worker, reports to Mira, idle.`,
    ].join("\n"),
  );
});
