import { NewProject } from "@cadre/domain";
import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject } from "./create-project.ts";
import { getProject } from "./get-project.ts";
import { listProjects } from "./list-projects.ts";
import { updateProject } from "./update-project.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("a project is made with its rules, found, and changed by whoever saw its version", async () => {
  const { deps, given } = fixture;
  const input = NewProject.parse({ key: "SHOP", name: "Shop", repositories: [{ location: "/srv/shop" }] });
  const made = await createProject(deps, given.owner, input);
  expect(made).toMatchObject({ key: "SHOP", governance: { creationTier: "human" }, archivedAt: null, version: 1 });
  expect(await getProject(deps, given.viewer, { projectId: made.id })).toEqual(made);
  const projectId = made.id;
  const changed = await updateProject(deps, given.owner, {
    projectId,
    version: 1,
    change: { governance: { creationTier: "auto" }, isArchived: true },
  });
  expect(changed).toMatchObject({
    name: "Shop",
    repositories: [{ location: "/srv/shop" }],
    governance: { creationTier: "auto" },
    archivedAt: expect.any(String),
    version: 2,
  });
  await expect(updateProject(deps, given.owner, { projectId, version: 1, change: {} })).rejects.toMatchObject({
    code: "project.stale",
    details: { currentVersion: 2 },
  });
  const back = await updateProject(deps, given.owner, { projectId, version: 2, change: { isArchived: false } });
  expect(back.archivedAt).toBeNull();
});

test("a key is taken once in an organization, also by two at once, and is free in another", async () => {
  const { deps, given } = fixture;
  const input = NewProject.parse({ key: "TWIN", name: "Twin" });
  const results = await Promise.allSettled([
    createProject(deps, given.owner, input),
    createProject(deps, given.owner, input),
  ]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((result) => result.status === "rejected")).toMatchObject({
    reason: { code: "project.key-taken", field: "key" },
  });
  const other = await giveOrganization(deps, "twins");
  await expect(createProject(deps, other.owner, input)).resolves.toMatchObject({ key: "TWIN" });
});

test("projects of another organization are not found; members only read", async () => {
  const { deps, given } = fixture;
  const other = await giveOrganization(deps, "projects-elsewhere");
  const input = { projectId: given.projectId };
  await expect(getProject(deps, other.owner, input)).rejects.toMatchObject({ code: "project.not-found" });
  await expect(updateProject(deps, other.owner, { ...input, version: 1, change: {} })).rejects.toMatchObject({
    code: "project.not-found",
  });
  await expect(createProject(deps, given.member, NewProject.parse({ key: "NO", name: "No" }))).rejects.toMatchObject({
    code: "access.role-missing",
  });
  expect((await listProjects(deps, other.member)).data.map((project) => project.key)).toEqual(["DEMO"]);
});
