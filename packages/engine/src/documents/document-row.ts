import type { Document, DocumentHead, DocumentKind, DocumentOwner, DocumentPlace } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { DOCUMENT_ROWS } from "./document-place.ts";

export type DocumentRow = DocumentPlace & {
  readonly position: number;
  readonly ownerKind: DocumentOwner;
  readonly ownerName: string;
  readonly text: string;
  readonly version: number;
  readonly changedAt: Date | null;
  readonly actorKind: "person" | "agent" | "system" | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
};

export type DocumentRef = { readonly kind: DocumentKind; readonly ownerId: string };

/** The document as it is now. Fault: `document.not-found`. */
export async function findDocument(
  database: Pick<EngineDeps["database"], "query">,
  organizationId: string,
  { kind, ownerId }: DocumentRef,
): Promise<DocumentRow> {
  const [row] = await database.query<DocumentRow>(`${DOCUMENT_ROWS} where d.kind = $2 and d.owner_id = $3`, [
    organizationId,
    kind,
    ownerId,
  ]);
  return row ?? missingDocument(ownerId);
}

export function missingDocument(ownerId: string): never {
  throw new Fault("not-found", "document.not-found", {
    message: `${ownerId} has no such document. List the documents to find kinds and owners.`,
  });
}

export function documentOf(row: DocumentRow): Document {
  return { ...placeOf(row), text: row.text };
}

export function headOf(row: DocumentRow): DocumentHead {
  return { ...placeOf(row), chars: row.text.length };
}

function placeOf(row: DocumentRow): Omit<Document, "text"> {
  return {
    kind: row.kind,
    ownerKind: row.ownerKind,
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    version: row.version,
    changedAt: row.changedAt?.toISOString() ?? null,
    changedBy:
      row.actorKind === null || row.actorId === null
        ? null
        : { kind: row.actorKind, id: row.actorId, name: row.actorName },
  };
}
