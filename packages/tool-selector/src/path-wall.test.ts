import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isFault } from "@cadre/shared";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { isInside, type PathRoots, realRoots } from "./path-roots.ts";
import { resolvePath } from "./path-wall.ts";

let top: string;
let roots: PathRoots;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "cadre-wall-")));
  for (const folder of ["tasks/t1/deep/er", "tasks/t10", "agents/a1", "agents/a10", "repositories/web", "secret"]) {
    await mkdir(join(top, folder), { recursive: true });
  }
  roots = {
    workspace: join(top, "tasks/t1"),
    repositories: [join(top, "repositories/web")],
    home: join(top, "agents/a1"),
  };
  await writeFile(join(top, "secret/key"), "hidden");
  await writeFile(join(top, "agents/a10/notes"), "not yours");
  await writeFile(join(roots.workspace, "file.txt"), "mine");
  await symlink(join(top, "secret"), join(roots.workspace, "out"));
  await symlink(join(top, "secret/key"), join(roots.workspace, "key"));
  await symlink("file.txt", join(roots.workspace, "inner"));
  await symlink(join(top, "secret/new"), join(roots.workspace, "dangling"));
  await symlink("circle", join(roots.workspace, "circle"));
  await symlink("../../repositories/web", join(roots.workspace, "web"));
  await symlink("/", join(roots.workspace, "deep/rootfs"));
});
afterAll(() => rm(top, { recursive: true, force: true }));

test.each([
  ["file.txt", "file.txt"],
  ["./deep/../file.txt", "file.txt"],
  ["new/folder/file", "new/folder/file"],
  ["inner", "file.txt"],
  [".", "."],
  ["~/notes", "~/notes"],
  ["~", "~"],
  ["../../agents/a1/x", "~/x"],
  ["web/index.html", "../../repositories/web/index.html"],
  ["deep/rootfs/../er/x", "deep/er/x"],
])("%s is allowed and shown as %s", async (input, shown) => {
  expect(await resolvePath(roots, input)).toMatchObject({ isAllowed: true, shown });
});

test.each([
  ["", "is empty"],
  ["..", "outside"],
  ["../t10/x", "outside"],
  ["../../agents/a10/notes", "outside"],
  ["~/../a10/notes", "outside"],
  ["/etc/passwd", "outside"],
  ["/", "outside"],
  ["out", "outside"],
  ["out/key", "outside"],
  ["out/new/file", "outside"],
  ["key", "outside"],
  ["dangling", "leads nowhere"],
  ["dangling/x", "leads nowhere"],
  ["circle", "leads nowhere"],
  ["circle/x", "leads nowhere"],
  ["deep/rootfs/etc/passwd", "outside"],
  ["..\\secret\\key", "backslash"],
  ["C:\\Windows", "backslash"],
  ["a\u0000b", "NUL"],
  ["file.txt/x", "ENOTDIR"],
])("%j is refused: %s", async (input, reason) => {
  const verdict = await resolvePath(roots, input);
  expect(verdict.isAllowed).toBe(false);
  expect(verdict).toMatchObject({ reason: expect.stringContaining(reason) });
});

test("a name that is too long is refused, not thrown", async () => {
  const verdict = await resolvePath(roots, "x".repeat(300));
  expect(verdict).toMatchObject({ isAllowed: false, reason: expect.stringContaining("ENAMETOOLONG") });
});

test("a refusal names the allowed folders relative to the workspace", async () => {
  expect(await resolvePath(roots, "/etc/passwd")).toEqual({
    isAllowed: false,
    reason:
      'Path "/etc/passwd" leads outside the folders you may use: the workspace (.), your home (~), repository web (../../repositories/web). Relative paths start at the workspace.',
  });
});

test("no accepted path leads outside the roots", async () => {
  const segment = fc.oneof(
    fc.constantFrom("..", ".", "", "~", "deep", "er", "out", "key", "inner", "dangling", "circle", "web", "rootfs"),
    fc.constantFrom("t1", "t10", "a1", "a10", "tasks", "agents", "secret", "etc", "file.txt", "new"),
    fc.string({ maxLength: 4 }),
  );
  const prefix = fc.constantFrom("", "/", "~/", `${top}/`, `${top}/tasks/t1/`, `${top}/agents/a1`);
  await fc.assert(
    fc.asyncProperty(prefix, fc.array(segment, { maxLength: 8 }), async (start, segments) => {
      const verdict = await resolvePath(roots, start + segments.join("/"));
      if (!verdict.isAllowed) return;
      const existing = await deepestReal(verdict.path);
      expect([roots.workspace, roots.home, ...roots.repositories].some((root) => isInside(existing, root))).toBe(true);
      const again = await resolvePath(roots, verdict.shown);
      expect(again).toEqual(verdict);
    }),
    { numRuns: 2_000 },
  );
});

test("a prefix of a name is not its folder", () => {
  expect(isInside("/agents/a10", "/agents/a1")).toBe(false);
  expect(isInside("/agents/a1/x", "/agents/a1")).toBe(true);
  expect(isInside("/agents/a1", "/agents/a1")).toBe(true);
  expect(isInside("/x", "/")).toBe(true);
});

test("a root that was replaced by a link after it was resolved opens nothing", async () => {
  const moved = { ...roots, repositories: [join(roots.workspace, "out")] };
  expect(await resolvePath(moved, "out/key")).toMatchObject({ isAllowed: false });
});

test("roots are resolved once, and a nested one may not lead out of the outer one", async () => {
  const linked = join(top, "linked");
  await symlink(roots.workspace, linked);
  expect(await realRoots({ ...roots, workspace: linked })).toEqual(roots);
  const nested = { ...roots, repositories: [join(roots.workspace, "out")] };
  await expect(realRoots(nested)).rejects.toSatisfy((error) => isFault(error, "path.root-moved"));
  const missing = { ...roots, home: join(top, "agents/a2") };
  await expect(realRoots(missing)).rejects.toSatisfy((error) => isFault(error, "path.root-missing"));
});

async function deepestReal(path: string): Promise<string> {
  for (let at = path; ; at = join(at, "..")) {
    try {
      return (await realpath(at)) + path.slice(at.length);
    } catch (error) {
      if (at === "/") throw error;
    }
  }
}
