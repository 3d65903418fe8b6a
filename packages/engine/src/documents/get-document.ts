import type { Actor, Document } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { type DocumentRef, documentOf, findDocument } from "./document-row.ts";

/** One document as it is now. Fault: `document.not-found`. */
export async function getDocument(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: DocumentRef,
): Promise<Document> {
  return documentOf(await findDocument(deps.database, actor.organizationId, input));
}
