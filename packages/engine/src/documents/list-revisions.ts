import type { Actor, Revision, RevisionDetail } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import type { Page, PageRequest } from "../page.ts";
import { type DocumentRef, findDocument } from "./document-row.ts";
import { findRevision, pageOfRevisions } from "../revisions/revision-rows.ts";

/** The history of a document without its texts, newest first. Fault: `document.not-found`. */
export async function listRevisions(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: DocumentRef & PageRequest,
): Promise<Page<Revision>> {
  await findDocument(deps.database, actor.organizationId, input);
  return pageOfRevisions(deps.database, actor.organizationId, input);
}

/** One state of a document. Faults: `document.not-found`, `revision.not-found`. */
export async function getRevision(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: DocumentRef & { readonly number: number },
): Promise<RevisionDetail> {
  await findDocument(deps.database, actor.organizationId, input);
  return findRevision(deps.database, actor.organizationId, input);
}
