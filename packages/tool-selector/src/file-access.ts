import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { platform } from "node:process";

import { isAllowed, resolvePath } from "./path-wall.ts";
import type { PathRoots } from "./path-roots.ts";
import { systemErrorCode } from "./system-error.ts";

const NEW_FILE_MODE = 0o644;

/**
 * Opens a resolved path for reading without following a link put there meanwhile, then checks where the open file really
 * is. A pipe or device does not block. Undefined when the file moved out of the roots between check and open.
 */
export async function openInside(roots: PathRoots, path: string): Promise<FileHandle | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (await isHandleInside(roots, handle)) return handle;
  await handle.close();
  return undefined;
}

export type WriteTarget = {
  readonly roots: PathRoots;
  /** A path `resolvePath` allowed. */
  readonly path: string;
  /** Names the temporary file, so that a repeated call replaces what a crash left. */
  readonly callKey: string;
};

/** Replaces or creates a file in one step, with its parent folders; readers see the old text or the new. False: it moved out of the roots. */
export async function writeInside(target: WriteTarget, text: string): Promise<boolean> {
  const { roots, path, callKey } = target;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const settled = await resolvePath(roots, path);
  if (!settled.isAllowed || settled.path !== path) return false;
  const suffix = createHash("sha256").update(callKey).digest("hex").slice(0, 12);
  const temporary = join(folder, `.${basename(path).slice(0, 200)}.${suffix}.tmp`);
  await rm(temporary, { force: true });
  try {
    const isWritten = await writeNew(target, temporary, text);
    if (isWritten) await rename(temporary, path);
    return isWritten;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeNew(target: WriteTarget, temporary: string, text: string): Promise<boolean> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  await using handle = await open(temporary, flags, await modeOf(target.path));
  if (!(await isHandleInside(target.roots, handle))) return false;
  await handle.writeFile(text, "utf8");
  await handle.datasync();
  return true;
}

async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return NEW_FILE_MODE;
    throw error;
  }
}

/** Where the system can say it: whether an open file lies in the roots whatever its path leads to by now. */
async function isHandleInside(roots: PathRoots, handle: FileHandle): Promise<boolean> {
  if (platform !== "linux") return true;
  return isAllowed(roots, await readlink(`/proc/self/fd/${handle.fd}`));
}
