import { documentDefinition } from "@cadre/domain";
import type { DocumentRef } from "../api/queries/documents.ts";
import type { Me } from "../api/queries/organization.ts";
import { isAtLeast } from "../people/roles.ts";

/** Whether somebody may write a document: what the API would say, so that nobody types in vain. */
export function mayWriteDocument(
  me: Pick<Me, "role" | "personId"> | undefined,
  { kind, ownerId }: DocumentRef,
): boolean {
  if (me === undefined) return false;
  const { writer, alsoWrittenBy } = documentDefinition(kind);
  const isTheirs = alsoWrittenBy === "its-person" && me.personId === ownerId;
  return isAtLeast(me.role, isTheirs ? "member" : writer);
}
