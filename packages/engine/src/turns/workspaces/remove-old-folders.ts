import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { type IdKind, isId, TASK_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";

/** A kind of folder that turns leave behind, and which of them nobody needs any more. */
type Leftovers = {
  /** Below the organization's folder; what is in it is named by ids of this kind. */
  readonly folder: string;
  readonly kind: IdKind;
  /** The ids among `$2` of the organization `$1` whose folder has not been needed for `$3` days. */
  readonly unneeded: string;
  readonly days: number;
};

/** Work that goes on, or waits for a decision, may come back to what lies in the folders of its task. */
const TASK_IS_QUIET = `
  not exists (select 1 from runs r where r.task_id = t.id and r.status in ('queued', 'running', 'waiting'))
  and not exists (select 1 from approvals a where a.task_id = t.id and a.status = 'pending')`;

const LEFTOVERS: readonly Leftovers[] = [
  {
    // No move leads out of the archive: no later round can ask for its workspace. What was submitted lies in the blob store.
    folder: "workspaces",
    kind: "task",
    unneeded: `
      select t.id from tasks t
      where t.organization_id = $1 and t.id = any($2::text[]) and t.status = 'archived'
        and (select max(s.created_at) from task_transitions s where s.task_id = t.id) <= cadre_now() - make_interval(days => $3::int)
        and ${TASK_IS_QUIET}`,
    days: TASK_LIMITS.workspaceDaysInArchive,
  },
  {
    // Copies of snapshots, made again if they are looked at again.
    folder: "reviews",
    kind: "submit",
    unneeded: `
      select s.id from task_submits s join tasks t on t.id = s.task_id
      where t.organization_id = $1 and s.id = any($2::text[]) and s.created_at <= cadre_now() - make_interval(days => $3::int)
        and (t.status <> 'review'
          or exists (select 1 from task_submits newer where newer.task_id = t.id and newer.created_at > s.created_at))
        and ${TASK_IS_QUIET}`,
    days: TASK_LIMITS.reviewCopyDays,
  },
];

/**
 * Removes workspaces of tasks that lie in the archive for long, and copies that reviewers looked at. Homes of agents stay, and so does
 * what no row speaks of. Safe to run twice and beside work. Returns the folders, relative to the data folder.
 */
export async function removeOldFolders(deps: EngineDeps): Promise<string[]> {
  const removed: string[] = [];
  for (const organizationId of await namesIn(deps.dataFolder, "organization")) {
    for (const leftovers of LEFTOVERS) {
      for (const id of await unneededIn(deps, organizationId, leftovers)) {
        const folder = path.join(organizationId, leftovers.folder, id);
        await rm(path.join(deps.dataFolder, folder), { recursive: true, force: true });
        removed.push(folder);
      }
    }
  }
  return removed;
}

async function unneededIn(
  deps: EngineDeps,
  organizationId: string,
  { folder, kind, unneeded, days }: Leftovers,
): Promise<string[]> {
  const present = await namesIn(path.join(deps.dataFolder, organizationId, folder), kind);
  const found: string[] = [];
  for (let at = 0; at < present.length; at += TASK_LIMITS.sweepBatch) {
    const batch = present.slice(at, at + TASK_LIMITS.sweepBatch);
    const rows = await deps.database.query<{ id: string }>(unneeded, [organizationId, batch, days]);
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** Ids of a kind that folders are named by; none where there is no such folder yet. */
async function namesIn(folder: string, kind: IdKind): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && isId(kind, entry.name)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
