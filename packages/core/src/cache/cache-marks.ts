import type { Message, ToolSpec } from "@cadre/domain";
import { PROMPT_LIMITS } from "@cadre/shared";
import { isNote } from "../messages/markers.ts";

export type CacheMarks = { readonly toolsCached: boolean; readonly cachedMessages: readonly number[] };

/**
 * Where the message breakpoints stand: one on the newest stable message, which is the one before the current turn on the turn's first
 * call (M40) and the last one inside a tool loop (M41). When more than 15 blocks were added since the call before, the provider's
 * lookback would miss its prefix: the marker on the tools is traded for a second one where that call's stood. A function of the
 * history alone: the call before is the history up to its last reply.
 */
export function cacheMarks(messages: readonly Message[], tools: readonly ToolSpec[]): CacheMarks {
  const hasTools = tools.length > 0;
  const newest = newestStable(messages, messages.length);
  if (newest === undefined) return { toolsCached: hasTools, cachedMessages: [] };
  const lastReply = messages.findLastIndex((message) => message.role === "assistant");
  const previous = newestStable(messages, Math.max(0, lastReply));
  if (
    previous === undefined ||
    previous >= newest ||
    blocksBetween(messages, previous, newest) <= PROMPT_LIMITS.cacheLookbackBlocks
  ) {
    return { toolsCached: hasTools, cachedMessages: [newest] };
  }
  return { toolsCached: false, cachedMessages: [previous, newest] };
}

/** The newest stable message of a call that sent `length` messages. */
function newestStable(messages: readonly Message[], length: number): number | undefined {
  if (length === 0) return undefined;
  let turn = length;
  while (turn > 0 && messages[turn - 1]?.role === "user") turn -= 1;
  const beginsTurn = messages.slice(turn, length).some((message) => !isNote(message));
  return beginsTurn && turn > 0 ? turn - 1 : length - 1;
}

function blocksBetween(messages: readonly Message[], after: number, upTo: number): number {
  let blocks = 0;
  for (let at = after + 1; at <= upTo; at += 1) blocks += messages[at]?.content.length ?? 0;
  return blocks;
}
