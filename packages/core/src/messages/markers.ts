import type { Message } from "@cadre/domain";

/** Every word of the engine to a model begins like this. */
const SYSTEM_MARKER = "[SYSTEM";

export const COMPACTION_MARKER = "[Previous conversation compacted]";
export const BRANCH_MARKER = "[Branch summary]";
export const COLLAPSE_MARKER = "[Previous session compact summary]";

/** A message that begins with one of these stands alone: it is never merged with what a person wrote. */
const STANDALONE_MARKERS = [
  SYSTEM_MARKER,
  "[Conversation history summary",
  COMPACTION_MARKER,
  BRANCH_MARKER,
  COLLAPSE_MARKER,
];

export function isStandalone(message: Message): boolean {
  return STANDALONE_MARKERS.some((marker) => firstText(message).startsWith(marker));
}

/** True for a message of the engine, as opposed to one that begins a turn. */
export function isNote(message: Message): boolean {
  return firstText(message).startsWith(SYSTEM_MARKER);
}

export function systemNote(text: string): string {
  return text.startsWith(SYSTEM_MARKER) ? text : `${SYSTEM_MARKER}] ${text}`;
}

function firstText(message: Message): string {
  const block = message.content[0];
  return block?.type === "text" ? block.text : "";
}
