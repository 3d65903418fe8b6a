import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { mayGrantFolder, requireGrantable } from "./repository-location.ts";

const root = await realpath(await mkdtemp(path.join(tmpdir(), "cadre-grant-")));
afterAll(() => rm(root, { recursive: true, force: true }));
const dataFolder = path.join(root, "home/data");
await mkdir(path.join(dataFolder, "org_1/projects/demo"), { recursive: true });
await mkdir(path.join(root, "work"), { recursive: true });
await symlink(path.join(root, "home"), path.join(root, "work/link"));
const deps = { dataFolder };

test.each([
  ["a folder of its own", () => path.join(root, "work"), true],
  ["a bundled project of the organization", () => path.join(dataFolder, "org_1/projects/demo"), true],
  ["the root", () => "/", false],
  ["a system folder", () => "/etc/ssl", false],
  ["the home of Cadre", () => path.join(root, "home"), false],
  ["what contains the home of Cadre", () => root, false],
  ["another organization's files", () => path.join(dataFolder, "org_2/projects/x"), false],
  ["the organization's workspaces", () => path.join(dataFolder, "org_1/workspaces"), false],
  ["a link into the home of Cadre", () => path.join(root, "work/link"), false],
])("%s", async (_, location, isGranted) => {
  expect(await mayGrantFolder(deps, "org_1", location())).toBe(isGranted);
});

test("a refused location names its field; a remote one is not a folder", async () => {
  const remote = { location: "https://example.com/a.git" };
  await expect(requireGrantable(deps, "org_1", [remote])).resolves.toBeUndefined();
  await expect(requireGrantable(deps, "org_1", [remote, { location: "/" }])).rejects.toMatchObject({
    code: "project.folder-not-grantable",
    field: "repositories.1.location",
  });
});
