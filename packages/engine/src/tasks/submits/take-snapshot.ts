import { createHash } from "node:crypto";
import { glob, lstat, readdir } from "node:fs/promises";
import path from "node:path";
import type { SnapshotFile, TaskCheck } from "@cadre/domain";
import { canonicalJson, Fault, TOOL_LIMITS } from "@cadre/shared";
import { openInside, type PathRoots, resolvePath } from "@cadre/tool-selector";
import type { BlobStore } from "../../blobs/blob-store.ts";

export type NewDeliverable = {
  readonly type: "file" | "directory" | "link";
  readonly reference: string;
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
};

export type Snapshot = {
  readonly files: readonly SnapshotFile[];
  readonly hash: string;
  /** As they were named, with paths written one way: relative to the workspace. */
  readonly deliverables: readonly NewDeliverable[];
};

export type SnapshotSource = {
  readonly roots: PathRoots;
  readonly deliverables: readonly NewDeliverable[];
  /** Files that checks look at belong to the snapshot: checks judge what was submitted, not what lies in the workspace later. */
  readonly checks: readonly TaskCheck[];
};

/** Folders that are history or rebuilt, never a result. */
const NEVER_TAKEN = new Set([".git", "node_modules"]);

/**
 * Stores the submitted files under their hashes and lists them by path in the workspace. Faults: `task.deliverable-missing`,
 * `task.deliverable-outside`, `task.snapshot-too-large`.
 */
export async function takeSnapshot(blobs: BlobStore, source: SnapshotSource): Promise<Snapshot> {
  const workspace: PathRoots = { workspace: source.roots.workspace, home: source.roots.workspace, repositories: [] };
  const paths = new Set<string>();
  const deliverables: NewDeliverable[] = [];
  for (const deliverable of source.deliverables) {
    const isLink = deliverable.type === "link";
    deliverables.push(isLink ? deliverable : await addDeliverable(paths, workspace, deliverable));
  }
  for (const check of source.checks) await addCheckTargets(paths, workspace, check);
  const files = await storeFiles(blobs, workspace, [...paths].sort());
  return { files, deliverables, hash: createHash("sha256").update(canonicalJson(files)).digest("hex") };
}

async function addDeliverable(
  paths: Set<string>,
  roots: PathRoots,
  deliverable: NewDeliverable,
): Promise<NewDeliverable> {
  const { type, reference } = deliverable;
  const verdict = await resolvePath(roots, reference);
  if (!verdict.isAllowed) {
    throw new Fault("invalid", "task.deliverable-outside", {
      message: `Deliverables are files of the workspace. ${verdict.reason}`,
      field: "deliverables",
    });
  }
  const found = await kindOf(verdict.path);
  if (found !== type) {
    const fact = found === undefined ? "does not exist in the workspace" : `is a ${found}, not a ${type}`;
    throw new Fault("not-found", "task.deliverable-missing", {
      message: `Deliverable ${reference} ${fact}. Create it or correct the list, then submit again.`,
      field: "deliverables",
    });
  }
  await addTree(paths, roots, verdict.path);
  return { ...deliverable, reference: nameOf(roots, verdict.path) || "." };
}

/** A file's path in the workspace, with `/` on every system. */
function nameOf(roots: PathRoots, file: string): string {
  return path.relative(roots.workspace, file).split(path.sep).join("/");
}

async function addCheckTargets(paths: Set<string>, roots: PathRoots, check: TaskCheck): Promise<void> {
  if (check.kind === "command") return;
  if (check.kind === "glob_count") {
    for await (const match of glob(check.pattern, { cwd: roots.workspace })) await addFile(paths, roots, match);
    return;
  }
  await addFile(paths, roots, check.path);
}

async function addFile(paths: Set<string>, roots: PathRoots, named: string): Promise<void> {
  const verdict = await resolvePath(roots, named);
  if (verdict.isAllowed && (await kindOf(verdict.path)) === "file") add(paths, roots, verdict.path);
}

/** A folder with all it holds. Links inside it are left out: their targets are submitted by their own paths. */
async function addTree(paths: Set<string>, roots: PathRoots, at: string): Promise<void> {
  if ((await kindOf(at)) === "file") return add(paths, roots, at);
  for (const entry of await readdir(at, { withFileTypes: true })) {
    const inside = path.join(at, entry.name);
    if (entry.isFile()) add(paths, roots, inside);
    if (entry.isDirectory() && !NEVER_TAKEN.has(entry.name)) await addTree(paths, roots, inside);
  }
}

function add(paths: Set<string>, roots: PathRoots, file: string): void {
  paths.add(nameOf(roots, file));
  if (paths.size <= TOOL_LIMITS.snapshotMaxFiles) return;
  throw new Fault("limit", "task.snapshot-too-large", {
    message: `A submit holds at most ${TOOL_LIMITS.snapshotMaxFiles} files. Deliver the results only, or pack them into one archive.`,
    field: "deliverables",
  });
}

async function kindOf(file: string): Promise<"file" | "directory" | undefined> {
  const found = await lstat(file).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  });
  if (found?.isFile() === true) return "file";
  return found?.isDirectory() === true ? "directory" : undefined;
}

async function storeFiles(blobs: BlobStore, roots: PathRoots, paths: readonly string[]): Promise<SnapshotFile[]> {
  const files: SnapshotFile[] = [];
  let total = 0;
  for (const name of paths) {
    const bytes = await readInside(roots, name);
    total += bytes.byteLength;
    if (total > TOOL_LIMITS.snapshotMaxBytes) {
      throw new Fault("limit", "task.snapshot-too-large", {
        message: `A submit holds at most ${TOOL_LIMITS.snapshotMaxBytes} bytes. Deliver the results only, without intermediate files.`,
        field: "deliverables",
      });
    }
    files.push({ path: name, sha256: await blobs.put(bytes), bytes: bytes.byteLength });
  }
  return files;
}

async function readInside(roots: PathRoots, name: string): Promise<Buffer> {
  const handle = await openInside(roots, path.join(roots.workspace, name));
  if (handle === undefined) {
    throw new Fault("conflict", "task.deliverable-outside", {
      message: `${name} was moved out of the workspace while it was submitted. Put it back and submit again.`,
      field: "deliverables",
    });
  }
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
