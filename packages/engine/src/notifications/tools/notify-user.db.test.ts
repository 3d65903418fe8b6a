import { engineFixture, type EngineFixture, giveOrganization, openToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNotifications } from "../list-notifications.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("a notice reaches the owners once, however often the call is run, linked to the agent's task", async () => {
  const { deps, given } = fixture;
  const task = await given.task();
  const desk = await openToolDesk(fixture, { agentId: given.workerId, taskId: task.id });
  const args = { title: "Numbers differ", body: "Row 7 is twice in the file.", priority: "high" };
  expect(await desk.call("notify_user", args)).toMatchObject({ isError: false });
  expect(await desk.call("notify_user", args)).toMatchObject({ isError: false });
  expect((await listNotifications(deps, given.owner)).data).toMatchObject([
    { type: "agent_report", title: "Numbers differ", priority: "high", entity: { kind: "task", id: task.id } },
  ]);
});

test("a named person gets it alone; a person elsewhere is unknown and nobody is told", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "notices-elsewhere");
  const desk = await openToolDesk(fixture, { agentId: given.managerId });
  const notice = (target: string) => desk.call("notify_user", { title: "For one", body: "", target_user_id: target });
  expect(await notice(other.owner.id)).toMatchObject({ isError: true, details: { code: "person.not-found" } });
  expect(await notice(given.member.id)).toMatchObject({ isError: false });
  expect((await listNotifications(deps, given.member)).data.map((one) => one.title)).toEqual(["For one"]);
  expect((await listNotifications(deps, other.owner)).data).toEqual([]);
});
