import type { Message, ModelRequest } from "@cadre/domain";
import { PROMPT_LIMITS } from "@cadre/shared";

/** Indexes into `system` and `messages`: the last block of each ends a prefix that is to be cached. */
export type CacheBreakpoints = { readonly system: ReadonlySet<number>; readonly messages: ReadonlySet<number> };

/**
 * Where a request's cache marks stand in the Responses dialect, at most four. Only input carries them there: a mark on a reply moves back
 * to the input before it, and the one on the tools is dropped, since they come before all that is marked. A prefix is read only at a
 * breakpoint that this request carries too, so the places where the calls before ended are marked again.
 */
export function cacheBreakpoints(request: ModelRequest): CacheBreakpoints {
  const messages = historyBreakpoints(request);
  const cached = request.system.flatMap(({ text, cached }, at) => (cached && text.trim() !== "" ? [at] : []));
  return { messages, system: new Set(cached.slice(-(PROMPT_LIMITS.openAiBreakpoints - messages.size))) };
}

function historyBreakpoints({ messages, cachedMessages }: ModelRequest): Set<number> {
  const marked = cachedMessages.toSorted((a, b) => b - a).flatMap((at) => inputUpTo(messages, at));
  const found = new Set(marked.slice(0, PROMPT_LIMITS.openAiHistoryBreakpoints));
  const [newest = 0] = found;
  for (let at = newest; at > 0 && found.size < PROMPT_LIMITS.openAiHistoryBreakpoints; at -= 1) {
    if (messages[at]?.role !== "assistant" || messages[at - 1]?.role === "assistant") continue;
    for (const earlier of inputUpTo(messages, at - 1)) found.add(earlier);
  }
  return found;
}

/** The newest message up to and with this one that can carry a breakpoint; none where there is no such message. */
function inputUpTo(messages: readonly Message[], at: number): number[] {
  const found = messages.findLastIndex((message, index) => index <= at && carriesBreakpoint(message));
  return found === -1 ? [] : [found];
}

function carriesBreakpoint(message: Message): boolean {
  switch (message.role) {
    case "assistant":
      return false;
    case "user":
      return message.content.some((block) => block.type === "image" || block.text.trim() !== "");
    case "tool":
      return message.content.some((block) => block.isError || block.text.trim() !== "");
  }
}
