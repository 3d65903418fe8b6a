import {
  type Actor,
  type Document,
  documentDefinition,
  requireDocumentLength,
  requireDocumentWriter,
} from "@cadre/domain";
import { storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { requireVersion } from "../require-version.ts";
import { recordDocument } from "../revisions/record-document.ts";
import { findRevision } from "../revisions/revision-rows.ts";
import type { Transaction } from "../transaction.ts";
import { lockOwner, updateCopy } from "./document-place.ts";
import { type DocumentRef, documentOf, type DocumentRow, findDocument, missingDocument } from "./document-row.ts";

type Seen = DocumentRef & { readonly version: number; readonly reason?: string | undefined };

/**
 * Gives a document another text, as its next revision. The same change sent again answers with what it made the first time, and the
 * same text changes nothing. Faults: `access.role-missing`, `document.not-found`, `document.stale`, `document.too-long`.
 */
export function changeDocument(
  deps: EngineDeps,
  actor: Actor,
  input: Seen & { readonly text: string },
): Promise<Document> {
  return transact(deps, actor, (tx) => changeDocumentIn(tx, input));
}

/** `changeDocument` in a transaction that is open already. */
export async function changeDocumentIn(tx: Transaction, input: Seen & { readonly text: string }): Promise<Document> {
  const before = await lockDocument(tx, input);
  const text = storableText(input.text);
  requireDocumentLength(input.kind, text);
  if (isDone(before, { actor: tx.actor, text, version: input.version })) return documentOf(before);
  requireVersion("document", before, input);
  return write(tx, before, { text, reason: input.reason });
}

/**
 * Brings an earlier state of a document back, as its next revision. Faults: `access.role-missing`, `document.not-found`,
 * `document.stale`, `revision.not-found`.
 */
export function restoreDocument(
  deps: EngineDeps,
  actor: Actor,
  input: Seen & { readonly number: number },
): Promise<Document> {
  return transact(deps, actor, async (tx) => {
    const before = await lockDocument(tx, input);
    requireVersion("document", before, input);
    const { text } = await findRevision(tx.unit, tx.unit.organizationId, input);
    return write(tx, before, { text, reason: input.reason, restoredFrom: input.number });
  });
}

/** The document, locked with its owner until the unit ends, for an actor who may write it. */
async function lockDocument(tx: Transaction, { kind, ownerId }: DocumentRef): Promise<DocumentRow> {
  const { owner } = documentDefinition(kind);
  const locked = await tx.unit.first(lockOwner(owner), [tx.unit.organizationId, ownerId]);
  if (locked === undefined) missingDocument(ownerId);
  const document = await findDocument(tx.unit, tx.unit.organizationId, { kind, ownerId });
  requireDocumentWriter(tx.actor, document);
  return document;
}

/** Whether this change was made by this actor just now: its answer was lost, and it is sent again. */
function isDone(
  { version, text, actorKind, actorId }: DocumentRow,
  sent: { readonly actor: Actor; readonly text: string; readonly version: number },
): boolean {
  const isTheirs = actorKind === sent.actor.kind && actorId === sent.actor.id;
  return isTheirs && sent.text === text && sent.version === version - 1;
}

async function write(
  tx: Transaction,
  before: DocumentRow,
  change: { readonly text: string; readonly reason?: string | undefined; readonly restoredFrom?: number },
): Promise<Document> {
  const { kind, ownerId } = before;
  if (change.text === before.text) return documentOf(before);
  const copy = updateCopy(documentDefinition(kind));
  if (copy !== undefined) await tx.unit.query(copy, [tx.unit.organizationId, ownerId, change.text]);
  const reason = change.reason === undefined || change.reason === "" ? undefined : storableText(change.reason);
  await recordDocument(tx, before, { ...change, before: before.text, reason });
  return documentOf(await findDocument(tx.unit, tx.unit.organizationId, before));
}
