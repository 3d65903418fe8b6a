import { realpath } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "./engine-deps.ts";

/** Folders of the system: nothing in them is a project's. */
const SYSTEM_FOLDERS = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib64",
  "/proc",
  "/run",
  "/sbin",
  "/sys",
  "/usr",
  "/var/lib",
];

/**
 * Whether a folder of this machine may be granted to an organization's agents, who read and write it: not the system's, not Cadre's own,
 * and nothing that contains either. Links are followed. Source: decisions, "Path wall".
 */
export async function mayGrantFolder(
  deps: Pick<EngineDeps, "dataFolder">,
  organizationId: string,
  location: string,
): Promise<boolean> {
  const folder = await realpath(location).catch(() => path.resolve(location));
  const own = await realpath(path.dirname(deps.dataFolder)).catch(() => path.dirname(deps.dataFolder));
  const projects = path.join(own, path.basename(deps.dataFolder), organizationId, "projects");
  if (isInside(folder, projects)) return folder !== projects;
  return [own, ...SYSTEM_FOLDERS].every((kept) => !isInside(folder, kept) && !isInside(kept, folder));
}

/** Fault `project.folder-not-grantable` for the first absolute location that agents must not get. */
export async function requireGrantable(
  deps: Pick<EngineDeps, "dataFolder">,
  organizationId: string,
  repositories: readonly { readonly location: string }[],
): Promise<void> {
  for (const [at, { location }] of repositories.entries()) {
    if (!path.isAbsolute(location) || (await mayGrantFolder(deps, organizationId, location))) continue;
    throw new Fault("invalid", "project.folder-not-grantable", {
      message: `${location} cannot be a repository: agents read and write there, and it belongs to the system or to Cadre itself, or contains what does. Name the project's own folder.`,
      field: `repositories.${at}.location`,
    });
  }
}

function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
