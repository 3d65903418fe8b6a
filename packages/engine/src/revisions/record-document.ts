import { documentDefinition, type DocumentKind } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";
import { recordRevision, type StateChange } from "./record-revision.ts";

type DocumentRef = { readonly kind: DocumentKind; readonly ownerId: string };

/** A document has another text, which its owner's row has already. The same text adds nothing. */
export async function recordDocument(
  tx: Transaction,
  { kind, ownerId }: DocumentRef,
  change: StateChange,
): Promise<void> {
  if (change.text === change.before) return;
  const version = await recordRevision(tx, { kind, ownerId }, change);
  tx.unit.emit({
    type: change.restoredFrom === undefined ? "document.revised" : "document.restored",
    entity: { kind: "document", id: ownerId },
    payload: { kind, ownerKind: documentDefinition(kind).owner, version },
    actor: tx.actor,
  });
}

/** The first texts of what was just made; empty ones are left out. Tells nobody: the event of what was made does. */
export async function beginDocuments(
  tx: Transaction,
  ownerId: string,
  texts: Readonly<Partial<Record<DocumentKind, string>>>,
): Promise<void> {
  for (const [kind, text] of Object.entries(texts)) await recordRevision(tx, { kind, ownerId }, { before: "", text });
}

/** The newest text of a document that has no copy in its owner's row, inside a statement; null before the first. */
export function newestText(kind: DocumentKind, owner: { readonly organization: string; readonly id: string }): string {
  return `(select text from revisions where organization_id = ${owner.organization} and kind = '${kind}' and owner_id = ${owner.id}
    order by number desc limit 1)`;
}

/** The owner is gone, and its histories with it. */
export async function forgetRevisions(tx: Transaction, ownerId: string): Promise<void> {
  await tx.unit.query("delete from revisions where organization_id = $1 and owner_id = $2", [
    tx.unit.organizationId,
    ownerId,
  ]);
}
