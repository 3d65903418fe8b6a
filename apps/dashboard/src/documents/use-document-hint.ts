import { documentDefinition } from "@cadre/domain";
import { useQuery } from "@tanstack/react-query";
import type { DocumentRef } from "../api/queries/documents.ts";
import { me } from "../api/queries/organization.ts";

/** What belongs in a document, said to whoever looks: a text about themselves speaks to them. */
export function useDocumentHint({ kind, ownerId }: DocumentRef): string {
  const { hint, owner, ownHint } = documentDefinition(kind);
  const personId = useQuery(me).data?.personId;
  return owner === "person" && ownerId === personId ? (ownHint ?? hint) : hint;
}
