import { type CacheBlock, PrefixCache } from "@cadre/simulator";
import type { DeskRequest } from "./agent-desk.ts";

const LIFETIME_MS = 300_000;
/** The vendor's prices, as shares of that of an uncached token. */
const PRICES = { read: 0.1, written: 1.25, fresh: 1 } as const;

/** What a session's prompts were made of, in tokens. */
export type CacheAccount = {
  readonly calls: number;
  readonly tokens: number;
  readonly read: number;
  readonly written: number;
  readonly fresh: number;
  /** Every block that was sent before and is still alive, wherever it stands: more no order could reuse. */
  readonly ideal: number;
};

export type TimedRequest = DeskRequest & { readonly atMs: number };

/** Where a request puts what changes with every call: where we do, or behind the system prompt, before the history. */
export type Layout = (request: DeskRequest) => readonly CacheBlock[];

export const AS_SENT: Layout = ({ blocks }) => blocks;

export const DYNAMIC_IN_SYSTEM: Layout = ({ blocks, toolBlocks, systemBlocks }) => {
  const [tail] = blocks.slice(-1);
  const stable = toolBlocks + systemBlocks;
  return tail === undefined ? blocks : [...blocks.slice(0, stable), tail, ...blocks.slice(stable, -1)];
};

export const WITHOUT_MARKS: Layout = ({ blocks }) => blocks.map((block) => ({ ...block, mark: undefined }));

/** Sends a session's requests to a cache of their own and adds up what it does. */
export function accountOf(requests: readonly TimedRequest[], layout: Layout, minTokens: number): CacheAccount {
  let nowMs = 0;
  const cache = new PrefixCache(() => new Date(nowMs));
  const aliveUntil = new Map<string, number>();
  const sum = { calls: 0, tokens: 0, read: 0, written: 0, fresh: 0, ideal: 0 };
  for (const request of requests) {
    nowMs = request.atMs;
    const blocks = layout(request);
    const use = cache.plan({ scope: "session", blocks, minTokens });
    use.commit();
    sum.calls += 1;
    sum.tokens += use.totalTokens;
    sum.read += use.readTokens;
    sum.written += use.writtenShortTokens;
    sum.fresh += use.freshTokens;
    for (const { content, tokens } of blocks) {
      if ((aliveUntil.get(content) ?? -1) >= nowMs) sum.ideal += tokens;
      aliveUntil.set(content, nowMs + LIFETIME_MS);
    }
  }
  return sum;
}

/** What an input token cost, where an uncached one costs 1. */
export function pricePerToken({ tokens, read, written, fresh }: CacheAccount): number {
  return (read * PRICES.read + written * PRICES.written + fresh * PRICES.fresh) / tokens;
}
