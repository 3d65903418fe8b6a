import type { Role } from "../actor.ts";

/** What a document is of: each has one of each of its kinds. */
export const DOCUMENT_OWNERS = ["organization", "team", "agent", "person", "announcement"] as const;
export type DocumentOwner = (typeof DOCUMENT_OWNERS)[number];

/** One kind of text that people write and agents read. */
export type DocumentDefinition<Kind extends string = string> = {
  readonly kind: Kind;
  readonly owner: DocumentOwner;
  /** Its name for people. */
  readonly label: string;
  /** What belongs in it, in a sentence. */
  readonly hint: string;
  /** The same, said to the person it is about. */
  readonly ownHint?: string;
  /** The least role that may write it. */
  readonly writer: Role;
  /** Who else may: the person it is about, or the agent that manages its team. */
  readonly alsoWrittenBy?: "its-person" | "its-manager";
  readonly maxChars: number;
  /** Agents read no more than this of it. */
  readonly shownChars?: number;
};

/** Declares a kind of document. */
export function defineDocument<const Kind extends string>(
  document: DocumentDefinition<Kind>,
): DocumentDefinition<Kind> {
  return document;
}
