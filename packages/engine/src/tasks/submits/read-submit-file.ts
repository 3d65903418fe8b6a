import type { Readable } from "node:stream";
import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { manifestFiles } from "./read-submits.ts";

export type SubmitFile = { readonly name: string; readonly bytes: number; readonly content: Readable };

/**
 * One file of a submit's snapshot, as it was judged. Faults: `submit.not-found`, `submit.no-such-file`, `blob.missing`,
 * `blob.damaged`.
 */
export async function readSubmitFile(
  deps: Pick<EngineDeps, "database" | "blobs">,
  actor: Actor,
  input: { readonly taskId: string; readonly submitId: string; readonly path: string },
): Promise<SubmitFile> {
  const [row] = await deps.database.query<{ manifest: string }>(
    "select manifest from task_submits where id = $1 and task_id = $2 and organization_id = $3",
    [input.submitId, input.taskId, actor.organizationId],
  );
  if (row === undefined) {
    throw new Fault("not-found", "submit.not-found", { message: `This task has no submit ${input.submitId}.` });
  }
  const file = manifestFiles(row.manifest).find(({ path }) => path === input.path);
  if (file === undefined) {
    throw new Fault("not-found", "submit.no-such-file", {
      message: `The submit has no file ${input.path}. Its files are part of the task.`,
      field: "path",
    });
  }
  const content = await deps.blobs.open(file.sha256);
  return { name: file.path.split("/").at(-1) ?? file.path, bytes: file.bytes, content };
}
