import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type PathRoots, realRoots } from "@cadre/tool-selector";
import type { EngineDeps } from "../../engine-deps.ts";
import { mayGrantFolder } from "../../repository-location.ts";
import type { ClaimedRun } from "../../runs/claimed-run.ts";
import { parseManifest, restoreSnapshot } from "../../blobs/restore-snapshot.ts";

/** Where a task is worked on. It belongs to the task, not to a run or a session (PEER-C36). */
function taskWorkspace(dataFolder: string, organizationId: string, taskId: string): string {
  return path.join(dataFolder, organizationId, "workspaces", taskId);
}

function agentHome(dataFolder: string, organizationId: string, agentId: string): string {
  return path.join(dataFolder, organizationId, "agents", agentId);
}

/** Where a reviewer looks at one submit: a copy of its snapshot, so that later edits of the workspace do not matter (I7). */
function reviewFolder(dataFolder: string, organizationId: string, submitId: string): string {
  return path.join(dataFolder, organizationId, "reviews", submitId);
}

/** What tells where a turn works. */
export type WorkPlace = {
  readonly organizationId: string;
  readonly agentId: string;
  readonly kind: string;
  readonly taskId: string | undefined;
  readonly submitId: string | undefined;
};

/** The folder a turn works in, made or not: the submit's copy, the task's workspace, else the agent's home. */
export function workFolder(dataFolder: string, place: WorkPlace): string {
  const { organizationId, agentId, kind, taskId, submitId } = place;
  if (submitId !== undefined) return reviewFolder(dataFolder, organizationId, submitId);
  if (taskId !== undefined && kind === "task") return taskWorkspace(dataFolder, organizationId, taskId);
  return agentHome(dataFolder, organizationId, agentId);
}

/**
 * Makes the folders a turn works in and puts into them what it needs from others: a reviewer gets the submitted snapshot, a task the
 * deliverables of its blockers and children under `inputs/<KEY>`. Doing it again changes nothing.
 */
export async function openFolders(
  deps: EngineDeps,
  claim: ClaimedRun,
  submitId: string | undefined,
): Promise<PathRoots> {
  const home = agentHome(deps.dataFolder, claim.organizationId, claim.agentId);
  await mkdir(home, { recursive: true });
  const workspace = await openWorkspace(deps, claim, submitId);
  const repositories =
    claim.taskId === undefined ? [] : await readRepositories(deps, claim.organizationId, claim.taskId);
  return realRoots({ workspace: workspace ?? home, home, repositories });
}

async function openWorkspace(
  deps: EngineDeps,
  claim: ClaimedRun,
  submitId: string | undefined,
): Promise<string | undefined> {
  if (submitId !== undefined) {
    const folder = reviewFolder(deps.dataFolder, claim.organizationId, submitId);
    const submit = await deps.database.query<{ manifest: string }>("select manifest from task_submits where id = $1", [
      submitId,
    ]);
    await mkdir(folder, { recursive: true });
    await restoreSnapshot(deps.blobs, parseManifest(submit[0]?.manifest ?? "[]"), folder);
    return folder;
  }
  if (claim.taskId === undefined || claim.kind !== "task") return undefined;
  const folder = taskWorkspace(deps.dataFolder, claim.organizationId, claim.taskId);
  await mkdir(folder, { recursive: true });
  await restoreInputs(deps, claim.taskId, folder);
  return folder;
}

/** The newest submits of the tasks this one depends on or was split into. */
const INPUTS = `
  select distinct on (t.id) t.key, s.manifest from tasks t join task_submits s on s.task_id = t.id
  where t.status in ('completed', 'archived')
    and (t.parent_id = $1 or t.id in (select blocker_id from task_dependencies where task_id = $1))
  order by t.id, s.created_at desc`;

async function restoreInputs(deps: EngineDeps, taskId: string, workspace: string): Promise<void> {
  const inputs = await deps.database.query<{ key: string; manifest: string }>(INPUTS, [taskId]);
  for (const { key, manifest } of inputs) {
    await restoreSnapshot(deps.blobs, parseManifest(manifest), path.join(workspace, "inputs", key));
  }
}

type StoredRepository = { readonly location: string };

/** Local repositories of the task's project; remote ones are for later. */
async function readRepositories(deps: EngineDeps, organizationId: string, taskId: string): Promise<string[]> {
  const rows = await deps.database.query<{ repositories: string }>(
    "select p.repositories from projects p join tasks t on t.project_id = p.id where t.id = $1",
    [taskId],
  );
  const repositories = JSON.parse(rows[0]?.repositories ?? "[]") as StoredRepository[];
  const folders = repositories.map(({ location }) => location).filter((location) => path.isAbsolute(location));
  const grants = await Promise.all(folders.map((folder) => mayGrantFolder(deps, organizationId, folder)));
  return folders.filter((_, at) => grants[at]);
}
