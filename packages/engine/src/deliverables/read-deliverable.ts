import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Readable } from "node:stream";
import type { EngineDeps } from "../engine-deps.ts";
import { missingDeliverable } from "./deliverable-row.ts";

export type DeliverableFile = { readonly name: string; readonly bytes: number | null; readonly content: Readable };

/** The stored bytes of a delivered file. Faults: `deliverable.not-found`, `deliverable.not-a-file`, `blob.missing`, `blob.damaged`. */
export async function readDeliverable(
  deps: Pick<EngineDeps, "database" | "blobs">,
  actor: Actor,
  input: { readonly deliverableId: string },
): Promise<DeliverableFile> {
  const [row] = await deps.database.query<{ reference: string; blobHash: string | null; bytes: number | null }>(
    "select reference, blob_hash, bytes from deliverables where id = $1 and organization_id = $2",
    [input.deliverableId, actor.organizationId],
  );
  if (row === undefined) missingDeliverable(input.deliverableId);
  if (row.blobHash === null) {
    throw new Fault("conflict", "deliverable.not-a-file", {
      message: `${row.reference} is a folder or a link, so there is no single file to read.`,
    });
  }
  return {
    name: row.reference.split("/").at(-1) ?? row.reference,
    bytes: row.bytes,
    content: await deps.blobs.open(row.blobHash),
  };
}
