import { realpath } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";

import { Fault } from "@cadre/shared";

/** The folders an agent may read and write, as absolute real paths (see `realRoots`). Relative paths start at the workspace. */
export type PathRoots = {
  /** The task's workspace. */
  readonly workspace: string;
  /** The project's repositories granted to the task. */
  readonly repositories: readonly string[];
  /** The agent's own home. */
  readonly home: string;
};

/**
 * Resolves links on the way to each folder, once per attempt. All must exist. A folder inside another one may not lead
 * out of it: an agent can replace it there by a link. Throws `not-found` or `forbidden`.
 */
export async function realRoots(roots: PathRoots): Promise<PathRoots> {
  const named = listRoots(roots);
  const real = await Promise.all(named.map((path) => realFolder(path)));
  named.forEach((path, at) => {
    named.forEach((outer, outerAt) => {
      if (path === outer || !isInside(path, outer)) return;
      if (isInside(real[at] ?? "", real[outerAt] ?? "")) return;
      throw new Fault("forbidden", "path.root-moved", {
        message: `The folder ${path} lies inside ${outer} but is a link that leads out of it. Replace it by a real folder.`,
      });
    });
  });
  const [workspace = roots.workspace, home = roots.home, ...repositories] = real;
  return { workspace, home, repositories };
}

export function listRoots(roots: PathRoots): readonly string[] {
  return [roots.workspace, roots.home, ...roots.repositories];
}

/** True when `path` is `folder` or lies in it: `/agents/a10` is not inside `/agents/a1`. Both must be normalised. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The allowed folders in words an agent can use: by name, and by a path relative to the workspace. */
export function describeRoots(roots: PathRoots): string {
  const repositories = roots.repositories.map((path) => `repository ${basename(path)} (${shownPath(roots, path)})`);
  return ["the workspace (.)", "your home (~)", ...repositories].join(", ");
}

/** A path as an agent may write it again: relative in the workspace, `~` at home, else relative to the workspace. */
export function shownPath(roots: PathRoots, path: string): string {
  if (isInside(path, roots.workspace)) {
    const inWorkspace = relative(roots.workspace, path) || ".";
    return inWorkspace.startsWith("~") ? `./${inWorkspace}` : inWorkspace;
  }
  if (isInside(path, roots.home)) return join("~", relative(roots.home, path));
  return relative(roots.workspace, path);
}

async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new Fault("not-found", "path.root-missing", {
      message: `The folder ${path} does not exist. Create it first.`,
      cause,
    });
  }
}
