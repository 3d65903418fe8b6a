import type { Message } from "@cadre/domain";
import { PROMPT_LIMITS } from "@cadre/shared";
import { messageTokens, type TokenCounter } from "../budget/estimate-tokens.ts";
import type { CacheMarks } from "./cache-marks.ts";
import { chained, messageChain } from "./prefix-chain.ts";

/** A breakpoint: a name of all bytes up to it, and how many tokens these are. */
export type CacheMark = {
  readonly at: "tools" | "tier1" | "tier2" | "message";
  /** Of a message: its place in the history that was sent. */
  readonly message?: number | undefined;
  readonly hash: string;
  readonly tokens: number;
};

/** Why less is expected from the cache than the call before it left there. `part` is a section, `tools`, `model`, `history` or `time`. */
export type CacheBreak = { readonly part: string; readonly why: string; readonly at: string };

export type CacheReceipt = {
  /** Front to back; at most four. */
  readonly marks: readonly CacheMark[];
  /** What a provider that caches up to breakpoints should read from its cache. 0 when no earlier call is known. */
  readonly predictedTokens: number;
  readonly broken: CacheBreak | undefined;
};

/** The bytes of a call in the order they are sent, with what they count. */
export type PrefixParts = {
  readonly tools: { readonly hash: string; readonly tokens: number };
  readonly tier1: { readonly hash: string; readonly tokens: number };
  readonly tier2: { readonly hash: string; readonly tokens: number };
  /** Tier 3 when it stands before the history. */
  readonly tier3: { readonly hash: string; readonly tokens: number } | undefined;
  readonly messages: readonly Message[];
  readonly messageTokens: number;
};

/** A prefix whose places can be named, also those that carry no breakpoint. */
export type Prefix = {
  readonly marks: readonly CacheMark[];
  /** The mark where an earlier call had one, as this call would name it; undefined past the end of its history. */
  readonly at: (mark: CacheMark) => string | undefined;
};

/** Names this call's breakpoints. Counts only messages after the first of them: the rest is known as a sum. */
export function prefixOf(parts: PrefixParts, marks: CacheMarks, count: TokenCounter): Prefix {
  const tools = chained("", parts.tools.hash);
  const tier1 = chained(tools, parts.tier1.hash);
  const tier2 = chained(tier1, parts.tier2.hash);
  const start = parts.tier3 === undefined ? tier2 : chained(tier2, parts.tier3.hash);
  const chain = messageChain(start, parts.messages, parts.messages.length);
  const toolsTokens = parts.tools.tokens;
  const tier1Tokens = toolsTokens + parts.tier1.tokens;
  const tier2Tokens = tier1Tokens + parts.tier2.tokens;
  const historyStart = tier2Tokens + (parts.tier3?.tokens ?? 0);
  const messageMark = (message: number): CacheMark => ({
    at: "message",
    message,
    hash: chain[message] ?? start,
    tokens: historyStart + tokensUpTo(parts, message, count),
  });
  const fixed: readonly CacheMark[] = [
    { at: "tools", hash: tools, tokens: toolsTokens },
    { at: "tier1", hash: tier1, tokens: tier1Tokens },
    { at: "tier2", hash: tier2, tokens: tier2Tokens },
  ];
  return {
    marks: [...fixed.filter(({ at }) => at !== "tools" || marks.toolsCached), ...marks.cachedMessages.map(messageMark)],
    at: (mark) => (mark.at === "message" ? chain[mark.message ?? -1] : fixed.find(({ at }) => at === mark.at)?.hash),
  };
}

function tokensUpTo({ messages, messageTokens: total }: PrefixParts, message: number, count: TokenCounter): number {
  const after = messages.slice(message + 1).reduce((sum, each) => sum + messageTokens(each, count), 0);
  return Math.max(0, total - after);
}

/** What of an earlier call's breakpoints this call can read: the deepest whose bytes stand here too, if it still lives. */
export function predictedTokens(
  previous: { readonly at: string; readonly marks: readonly CacheMark[] },
  prefix: Prefix,
  at: Date,
): number {
  if (isExpired(previous.at, at)) return 0;
  return previous.marks.findLast((mark) => prefix.at(mark) === mark.hash)?.tokens ?? 0;
}

export function isExpired(previousAt: string, at: Date): boolean {
  return at.getTime() - new Date(previousAt).getTime() > PROMPT_LIMITS.cacheLifetimeMs;
}
