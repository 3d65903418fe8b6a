import { canonicalJson, SESSION_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { visibleText } from "../visible-text.ts";

/** What a session is called. A task's session is called by the key and title of its task. */
export const SessionTitle = visibleText(SESSION_LIMITS.titleChars);

/** Texts by key, as one act gives them; `metadataChars` counts what a session holds. */
export const SessionMetadata = z.record(
  z.string().min(1).max(SESSION_LIMITS.metadataKeyChars),
  z.string().max(SESSION_LIMITS.metadataChars),
);
export type SessionMetadata = Readonly<z.infer<typeof SessionMetadata>>;

/** The characters that metadata takes of what a session may hold, `SESSION_LIMITS.metadataChars`: keys, values and what separates them. */
export function metadataChars(metadata: SessionMetadata): number {
  return canonicalJson(metadata).length;
}
