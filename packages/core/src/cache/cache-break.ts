import { minuteIn } from "../sections/minute-in.ts";
import type { BundleReceipt, SectionReceipt } from "../receipts/receipt.ts";
import { type CacheBreak, isExpired, type Prefix } from "./cache-receipt.ts";

/** What of a receipt tells whether the prefix was kept. */
type Told = Pick<BundleReceipt, "at" | "model" | "tools" | "sections" | "compacted" | "trimmed" | "capped">;

/**
 * The first thing, in the order of the prefix, that kept a call from reading all that the call before it had left in the cache.
 * Undefined when nothing did: a history that only grew breaks nothing.
 */
export function cacheBreak(
  previous: Told & Pick<BundleReceipt, "cache">,
  now: Told,
  prefix: Prefix,
): CacheBreak | undefined {
  return staticBreak(previous, now) ?? historyBreak(previous, now, prefix) ?? idleBreak(previous, now);
}

/** A break that two receipts show by themselves: another model, other tools, another section of tier 1 or 2. */
export function staticBreak(previous: Told, now: Told): CacheBreak | undefined {
  const broken = (part: string, why: string): CacheBreak => ({ part, why, at: now.at });
  if (previous.model !== now.model) {
    return broken(
      "model",
      `${previous.model ?? "an unnamed model"} was asked before, ${now.model ?? "another one"} now`,
    );
  }
  if (previous.tools.hash !== now.tools.hash) {
    return broken(
      "tools",
      `there were ${previous.tools.count} tools before, there are ${now.tools.count} now, or one was changed`,
    );
  }
  const section = firstChanged(previous.sections, now.sections);
  return section === undefined ? undefined : broken(section.name, section.why);
}

/** The first section of tiers 1 and 2 that is not as it was, in the order of the prompt. */
function firstChanged(
  before: readonly SectionReceipt[],
  after: readonly SectionReceipt[],
): { readonly name: string; readonly why: string } | undefined {
  const [old, now] = [before.filter(isCached), after.filter(isCached)];
  for (let at = 0; at < Math.max(old.length, now.length); at += 1) {
    const [was, is] = [old[at], now[at]];
    if (was === undefined) return is && { name: is.name, why: "the section is new" };
    if (is === undefined) return { name: was.name, why: "the section is gone" };
    if (was.name === is.name && was.hash === is.hash) continue;
    if (was.name === is.name) return { name: is.name, why: `its words changed (${was.tokens} → ${is.tokens} tokens)` };
    const isGone = !now.some(({ name }) => name === was.name);
    return isGone ? { name: was.name, why: "the section is gone" } : { name: is.name, why: "the section is new" };
  }
  return undefined;
}

function isCached({ tier }: SectionReceipt): boolean {
  return tier !== 3;
}

function historyBreak(
  previous: Told & Pick<BundleReceipt, "cache">,
  now: Told,
  prefix: Prefix,
): CacheBreak | undefined {
  const isKept = previous.cache.marks.every((mark) => mark.at !== "message" || prefix.at(mark) === mark.hash);
  return isKept ? undefined : { part: "history", why: historyWhy(previous, now), at: now.at };
}

function historyWhy(previous: Told, now: Told): string {
  if (previous.compacted?.entryId !== now.compacted?.entryId) return "a compaction stands for its beginning";
  if (previous.trimmed?.units !== now.trimmed?.units) return "its oldest part was left out to fit";
  if (previous.capped.length !== now.capped.length) return "texts in it were cut";
  return "it is another branch, or tier 3 stands before it";
}

function idleBreak(previous: Told, now: Told): CacheBreak | undefined {
  if (!isExpired(previous.at, new Date(now.at))) return undefined;
  return { part: "time", why: "the call before it was too long ago", at: now.at };
}

/** "cache broken by identity at 12:03", on the clock of this zone. */
export function describeCacheBreak({ part, at }: CacheBreak, timeZone: string): string {
  return `cache broken by ${part} at ${minuteIn(new Date(at), timeZone).time}`;
}
