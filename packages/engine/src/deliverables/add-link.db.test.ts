import { NewLink } from "@cadre/domain";
import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addLink } from "./add-link.ts";
import { listDeliverables } from "./list-deliverables.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const link = (more: Readonly<Record<string, unknown>> = {}) =>
  NewLink.parse({ url: "https://example.com/report", title: "Report", ...more });

test("a person registers an address for a task, for a project, or for everybody; again it is the next version", async () => {
  const { deps, given } = fixture;
  const { id: taskId } = await given.task({ status: "completed" });
  const first = await addLink(deps, given.member, link({ taskId, tags: ["march"] }));
  expect(first).toMatchObject({
    type: "link",
    taskId,
    projectId: given.projectId,
    version: 1,
    tags: ["march"],
    createdByKind: "person",
    createdById: given.member.id,
  });
  expect(await addLink(deps, given.member, link({ taskId }))).toMatchObject({ version: 2 });
  expect((await listDeliverables(deps, given.viewer, { taskId })).data.map(({ version }) => version)).toEqual([2]);
  expect(await addLink(deps, given.member, link({ projectId: given.projectId }))).toMatchObject({
    taskId: null,
    projectId: given.projectId,
  });
  expect(await addLink(deps, given.member, link())).toMatchObject({ taskId: null, projectId: null });
});

test("a viewer, a task or project that is not there, and what is no address of the web are refused", async () => {
  const { deps, given } = fixture;
  await expect(addLink(deps, given.viewer, link())).rejects.toMatchObject({ code: "access.role-missing" });
  await expect(addLink(deps, given.member, link({ taskId: "tsk_nowhere" }))).rejects.toMatchObject({
    code: "task.not-found",
  });
  await expect(addLink(deps, given.member, link({ projectId: "prj_nowhere" }))).rejects.toMatchObject({
    code: "project.not-found",
  });
  expect(() => link({ url: "javascript:alert(1)" })).toThrow("must be an address");
});
