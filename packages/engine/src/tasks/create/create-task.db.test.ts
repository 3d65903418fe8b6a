import type { NewTask } from "@cadre/domain";
import { type EngineFixture, engineFixture, fact, giveOrganization, openToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editTask } from "../edit/edit-task.ts";
import { getTask } from "../get-task.ts";
import { createTask } from "./create-task.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

function create(input: Partial<NewTask> = {}) {
  const { deps, given } = fixture;
  return createTask(deps, given.owner, {
    projectId: given.projectId,
    title: "T",
    assigneeId: given.workerId,
    reviewerId: given.reviewerId,
    ...input,
  });
}

test("tasks created at once get keys without gaps or doubles, and a failed creation takes none", async () => {
  const before = (await create()).number;
  await expect(create({ assigneeId: "agt_nobody" })).rejects.toMatchObject({ code: "agent.not-found" });
  await expect(create({ blockerIds: ["tsk_nothing"] })).rejects.toMatchObject({ code: "task.not-found" });
  const tasks = await Promise.all(Array.from({ length: 12 }, () => create()));
  const numbers = tasks.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, at) => before + 1 + at));
  expect(tasks.every(({ key, number }) => key === `DEMO-${number}`)).toBe(true);
});

test("who cannot do or judge the work is refused by field, and nothing is written", async () => {
  const { deps, given } = fixture;
  const gone = await given.newAgent({ name: "Gone" });
  await deps.database.query("update agents set deleted_at = cadre_now() where id = $1", [gone]);
  const [before] = await deps.database.query("select count(*) from tasks");
  await expect(create({ reviewerId: given.workerId })).rejects.toMatchObject({
    kind: "invalid",
    code: "task.self-review",
    field: "reviewerId",
  });
  await expect(create({ assigneeId: gone })).rejects.toMatchObject({ code: "agent.deleted", field: "assigneeId" });
  await expect(create({ reviewerId: gone })).rejects.toMatchObject({ code: "agent.deleted", field: "reviewerId" });
  await expect(create({ reviewerKind: "person", reviewerId: given.viewer.id })).rejects.toMatchObject({
    code: "task.reviewer-is-viewer",
  });
  await expect(create({ projectId: "prj_none" })).rejects.toMatchObject({ code: "project.not-found" });
  await expect(createTask(deps, given.viewer, { ...(await minimal()) })).rejects.toMatchObject({ kind: "forbidden" });
  expect(await deps.database.query("select count(*) from tasks")).toEqual([before]);
});

async function minimal(): Promise<NewTask> {
  const { given } = fixture;
  return { projectId: given.projectId, title: "T", assigneeId: given.workerId, reviewerId: given.reviewerId };
}

fact("M66", "a dependency that closes a circle is refused with the way round, also through a parent", async () => {
  const { deps, given } = fixture;
  const first = await create();
  const second = await create({ blockerIds: [first.id] });
  const third = await create({ blockerIds: [second.id] });
  await expect(editTask(deps, given.owner, { taskId: first.id, blockerIds: [third.id] })).rejects.toMatchObject({
    code: "task.circle",
    details: { circle: [first.key, third.key, second.key] },
  });
  expect((await getTask(deps, given.owner, { taskId: first.id })).blockers).toEqual([]);
  const parent = await create();
  await expect(create({ parentId: parent.id, blockerIds: [parent.id] })).rejects.toMatchObject({ code: "task.circle" });
});

fact("M66", "two edges added at once that would close a circle together: one is refused", async () => {
  const { deps, given } = fixture;
  const [one, other] = [await create(), await create()];
  const results = await Promise.allSettled([
    editTask(deps, given.owner, { taskId: one.id, blockerIds: [other.id] }),
    editTask(deps, given.owner, { taskId: other.id, blockerIds: [one.id] }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a new blocker stops the work, and taking the last one away starts it again", async () => {
  const { deps, given } = fixture;
  const [blocker, task] = [await create(), await create()];
  const blocked = await editTask(deps, given.owner, { taskId: task.id, blockerIds: [blocker.id] });
  expect([blocked.status, blocked.pausedBy, blocked.blockedReason]).toEqual(["blocked", null, null]);
  const freed = await editTask(deps, given.owner, { taskId: task.id, blockerIds: [] });
  expect(freed.status).toBe("in_progress");
});

test("an agent's part of its own approved task starts at once; a part of another's waits for a person", async () => {
  const { given } = fixture;
  const parent = await create({ assigneeId: given.managerId });
  const foreign = await create();
  const desk = await openToolDesk(fixture, { agentId: given.managerId, taskId: parent.id });
  const part = await desk.call("task_create", {
    title: "Part",
    description: "Do this part.",
    assigned_agent_id: given.workerId,
    reviewer_id: given.reviewerId,
    parent_task_id: parent.key,
    acceptance_checks: [{ kind: "file_exists", path: "out.csv" }],
  });
  expect(part.text).toMatch(/^Created\.\nkey: DEMO-\d+\nid: tsk_\d+\n[\s\S]*status: in_progress/);
  const proposed = await desk.call("task_create", {
    title: "Proposal",
    description: "Hang this on another's task.",
    assigned_agent_id: given.workerId,
    reviewer_id: given.reviewerId,
    parent_task_id: foreign.id,
  });
  expect(proposed.text).toContain("status: pending");
  const self = await desk.call("task_create", {
    title: "Own judge",
    description: "x",
    assigned_agent_id: given.workerId,
    reviewer_id: given.workerId,
  });
  expect([self.isError, self.details]).toEqual([true, { code: "task.self-review" }]);
});

fact("PEER-T16", "an author who names itself as reviewer is refused", async () => {
  await expect(create({ reviewerId: fixture.given.workerId })).rejects.toMatchObject({ code: "task.self-review" });
});

test("the eleventh proposal of an agent is refused while ten wait for people", async () => {
  const { given } = fixture;
  const eager = await given.newAgent({ name: "Eager" });
  const desk = await openToolDesk(fixture, { agentId: eager });
  const propose = () =>
    desk.call("task_create", {
      title: "Idea",
      description: "x",
      assigned_agent_id: given.workerId,
      reviewer_id: given.reviewerId,
      project_id: given.projectId,
    });
  for (let count = 1; count <= 10; count += 1) expect((await propose()).isError).toBe(false);
  expect((await propose()).details).toEqual({ code: "task.too-many-pending" });
});

fact("I18", "nothing of another organization can be named", async () => {
  const { deps } = fixture;
  const other = await giveOrganization(deps, "rival");
  const foreign = await other.task();
  await expect(create({ blockerIds: [foreign.id] })).rejects.toMatchObject({ kind: "not-found" });
  await expect(create({ parentId: foreign.id })).rejects.toMatchObject({ kind: "not-found" });
  await expect(create({ assigneeId: other.workerId })).rejects.toMatchObject({ kind: "not-found" });
  await expect(create({ reviewerId: other.reviewerId })).rejects.toMatchObject({ kind: "not-found" });
  await expect(create({ projectId: other.projectId })).rejects.toMatchObject({ kind: "not-found" });
  await expect(getTask(deps, fixture.given.owner, { taskId: foreign.id })).rejects.toMatchObject({ kind: "not-found" });
});
