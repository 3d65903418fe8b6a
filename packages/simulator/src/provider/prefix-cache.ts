import { createHash } from "node:crypto";
import { type Now, SIMULATOR_LIMITS } from "@cadre/shared";

export type CacheLifetime = "5m" | "1h";

/** One block of a prompt in wire order. A mark is a breakpoint: the prefix up to and with this block is to be cached. */
export type CacheBlock = {
  readonly content: string;
  readonly tokens: number;
  readonly mark?: CacheLifetime | undefined;
  /** A breakpoint at which a prefix is read, and none written. */
  readonly isReadOnly?: boolean | undefined;
};

export type CacheRequest = {
  /** Whose cache it is: workspace key and model. Nothing is shared across scopes. */
  readonly scope: string;
  readonly blocks: readonly CacheBlock[];
  readonly minTokens: number;
  /** How many blocks are looked at from each breakpoint backwards, its own included. Unset: Anthropic's twenty. */
  readonly lookbackBlocks?: number | undefined;
};

export type CacheUse = {
  readonly totalTokens: number;
  readonly readTokens: number;
  readonly writtenShortTokens: number;
  readonly writtenLongTokens: number;
  /** Neither read nor written: what is billed as plain input. */
  readonly freshTokens: number;
  /** Makes the entries visible and renews what was read. Called when the response begins, so parallel first requests all miss. */
  commit(): void;
};

type Entry = { readonly lifetimeMs: number; readonly expiresAtMs: number };
type Prefix = {
  readonly hash: string;
  readonly tokens: number;
  readonly mark: CacheLifetime | undefined;
  readonly isBreakpoint: boolean;
};

type Lifetimes = Readonly<Record<CacheLifetime, number>>;

const LIFETIME_MS: Lifetimes = {
  "5m": SIMULATOR_LIMITS.cacheShortMs,
  "1h": SIMULATOR_LIMITS.cacheLongMs,
};

/** A provider's prompt cache: exact prefixes at block granularity, lookback from each breakpoint, lifetimes renewed by use. */
export class PrefixCache {
  readonly #now: Now;
  readonly #lifetimesMs: Lifetimes;
  readonly #entries = new Map<string, Entry>();

  constructor(now: Now, lifetimesMs: Lifetimes = LIFETIME_MS) {
    this.#now = now;
    this.#lifetimesMs = lifetimesMs;
  }

  /** What a request would read and write now; changes nothing until its `commit`. */
  plan(request: CacheRequest): CacheUse {
    const prefixes = chain(request);
    const hit = this.#longestHit(prefixes, request);
    const stored = prefixes.filter(({ mark, tokens }) => mark !== undefined && tokens >= request.minTokens);
    const readTokens = hit?.tokens ?? 0;
    const written = writtenTokens(stored, readTokens);
    const totalTokens = prefixes.at(-1)?.tokens ?? 0;
    return {
      totalTokens,
      readTokens,
      writtenShortTokens: written["5m"],
      writtenLongTokens: written["1h"],
      freshTokens: totalTokens - readTokens - written["5m"] - written["1h"],
      commit: () => {
        if (hit !== undefined) this.#renew(hit.hash, 0);
        for (const prefix of stored) this.#renew(prefix.hash, this.#lifetimesMs[prefix.mark ?? "5m"]);
      },
    };
  }

  /** Forgets everything, as a provider's eviction would. */
  clear(): void {
    this.#entries.clear();
  }

  #longestHit(prefixes: readonly Prefix[], request: CacheRequest): Prefix | undefined {
    const { minTokens, lookbackBlocks = SIMULATOR_LIMITS.lookbackBlocks } = request;
    const breakpoints = prefixes.flatMap((prefix, at) => (prefix.isBreakpoint ? [at] : []));
    for (const breakpoint of breakpoints.toReversed()) {
      const oldest = Math.max(0, breakpoint - lookbackBlocks + 1);
      for (let at = breakpoint; at >= oldest; at -= 1) {
        const prefix = prefixes[at];
        if (prefix !== undefined && prefix.tokens >= minTokens && this.#isLive(prefix.hash)) return prefix;
      }
    }
    return undefined;
  }

  #isLive(hash: string): boolean {
    const entry = this.#entries.get(hash);
    if (entry === undefined) return false;
    if (entry.expiresAtMs >= this.#now().getTime()) return true;
    this.#entries.delete(hash);
    return false;
  }

  #renew(hash: string, atLeastMs: number): void {
    const previous = this.#isLive(hash) ? (this.#entries.get(hash)?.lifetimeMs ?? 0) : 0;
    const lifetimeMs = Math.max(previous, atLeastMs);
    if (lifetimeMs > 0) this.#entries.set(hash, { lifetimeMs, expiresAtMs: this.#now().getTime() + lifetimeMs });
  }
}

function chain(request: CacheRequest): Prefix[] {
  let hash = sha256("", request.scope);
  let tokens = 0;
  return request.blocks.map((block) => {
    hash = sha256(hash, block.content);
    tokens += block.tokens;
    return { hash, tokens, mark: block.mark, isBreakpoint: block.mark !== undefined || block.isReadOnly === true };
  });
}

function writtenTokens(stored: readonly Prefix[], readTokens: number): Record<CacheLifetime, number> {
  const written = { "5m": 0, "1h": 0 };
  let from = readTokens;
  for (const prefix of stored) {
    if (prefix.tokens <= from) continue;
    written[prefix.mark ?? "5m"] += prefix.tokens - from;
    from = prefix.tokens;
  }
  return written;
}

function sha256(previous: string, content: string): string {
  return createHash("sha256").update(previous).update("\0").update(content).digest("base64");
}
