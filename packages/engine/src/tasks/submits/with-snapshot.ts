import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { SnapshotFile } from "@cadre/domain";
import { restoreSnapshot } from "../../blobs/restore-snapshot.ts";
import type { EngineDeps } from "../../engine-deps.ts";

/**
 * Lays a snapshot out in a folder of its own, gives it to `use`, and removes it: what happens to the workspace later changes nothing
 * about what is judged.
 */
export async function withSnapshot<T>(
  deps: Pick<EngineDeps, "blobs" | "dataFolder">,
  files: readonly SnapshotFile[],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = path.join(deps.dataFolder, "snapshots");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, "s-"));
  try {
    await restoreSnapshot(deps.blobs, files, folder);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
