import { Fault } from "@cadre/shared";
import type { Actor } from "../actor.ts";
import { requireRole } from "../organization/access.ts";
import type { DocumentDefinition } from "./define-document.ts";
import { announcementDocument } from "./kinds/announcement.document.ts";
import { announcementsDocument } from "./kinds/announcements.document.ts";
import { checklistDocument } from "./kinds/checklist.document.ts";
import { contextDocument } from "./kinds/context.document.ts";
import { environmentDocument } from "./kinds/environment.document.ts";
import { introductionDocument } from "./kinds/introduction.document.ts";
import { normsDocument } from "./kinds/norms.document.ts";
import { policiesDocument } from "./kinds/policies.document.ts";
import { profileDocument } from "./kinds/profile.document.ts";
import { roleDocument } from "./kinds/role.document.ts";

/** Every kind of document, in the order people see them. Adding one is its file and one line here. */
export const DOCUMENTS = [
  contextDocument,
  policiesDocument,
  environmentDocument,
  announcementsDocument,
  normsDocument,
  roleDocument,
  checklistDocument,
  introductionDocument,
  profileDocument,
  announcementDocument,
] as const satisfies readonly DocumentDefinition[];

export type DocumentKind = (typeof DOCUMENTS)[number]["kind"];

export const DOCUMENT_KINDS: readonly DocumentKind[] = DOCUMENTS.map(({ kind }) => kind);

/** What is known of a kind. */
export function documentDefinition(kind: DocumentKind): DocumentDefinition<DocumentKind> {
  const found = DOCUMENTS.find((document) => document.kind === kind);
  if (found === undefined) throw new Error(`No document is called ${kind}.`);
  return found;
}

/** Whose a document is, as far as rights go. */
export type DocumentPlace = {
  readonly kind: DocumentKind;
  readonly ownerId: string;
  /** The agent that manages the team, for documents of a team. */
  readonly managerAgentId: string | null;
};

/** Fault `access.role-missing` unless the actor may write the document. */
export function requireDocumentWriter(actor: Actor, { kind, ownerId, managerAgentId }: DocumentPlace): void {
  const { writer, alsoWrittenBy, label } = documentDefinition(kind);
  if (alsoWrittenBy === "its-manager" && actor.kind === "agent" && actor.id === managerAgentId) return;
  if (alsoWrittenBy === "its-person" && actor.kind === "person" && actor.id === ownerId && actor.role !== "viewer") {
    return;
  }
  requireRole(actor, writer, `change the text "${label}"`);
}

/** Fault `document.too-long` for a text that its kind does not take. */
export function requireDocumentLength(kind: DocumentKind, text: string): void {
  const { maxChars, label } = documentDefinition(kind);
  if (text.length <= maxChars) return;
  throw new Fault("invalid", "document.too-long", {
    message: `"${label}" has ${text.length} characters, and ${maxChars} are the most. Shorten it.`,
    field: "text",
  });
}
