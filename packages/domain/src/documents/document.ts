import { API_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { DOCUMENT_OWNERS } from "./define-document.ts";
import { DOCUMENT_KINDS } from "./documents.ts";

export const DocumentKindName = z.enum(DOCUMENT_KINDS);

const author = z
  .object({ kind: z.enum(["person", "agent", "system"]), id: z.string(), name: z.string().nullable() })
  .describe("Who wrote it.");

const place = {
  kind: DocumentKindName,
  ownerKind: z.enum(DOCUMENT_OWNERS),
  ownerId: z.string(),
  ownerName: z.string(),
};

const state = {
  version: z.int().describe("The number of its newest revision; 0 before the first."),
  changedAt: z.iso.datetime().nullable(),
  changedBy: author.nullable(),
};

/** A document without its text, as a list shows it. */
export const DocumentHead = z.object({ ...place, chars: z.int(), ...state });
export type DocumentHead = z.infer<typeof DocumentHead>;

/** A text that people write and agents read, as it is now. */
export const Document = z.object({ ...place, text: z.string(), ...state });
export type Document = z.infer<typeof Document>;

const reason = z.string().trim().max(API_LIMITS.reasonChars);

export const DocumentChange = z.strictObject({
  text: z.string().max(API_LIMITS.textChars),
  reason: reason.optional().describe("Why it is changed, for whoever reads its history."),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

/** Which earlier state comes back. */
export const RevisionChoice = z.strictObject({
  number: z
    .int()
    .min(1)
    .max(API_LIMITS.rowNumberMax)
    .describe("The revision whose state comes back, as a new revision."),
  reason: reason.optional(),
});
export type RevisionChoice = z.infer<typeof RevisionChoice>;

/** One state of a thing that keeps its history: who made it, when and why. */
export const Revision = z.object({
  number: z.int(),
  reason: z.string().nullable(),
  restoredFrom: z.int().nullable().describe("The earlier revision that was brought back."),
  author,
  createdAt: z.iso.datetime(),
  chars: z.int(),
});
export type Revision = z.infer<typeof Revision>;

export const RevisionDetail = Revision.extend({ text: z.string() });
export type RevisionDetail = z.infer<typeof RevisionDetail>;
