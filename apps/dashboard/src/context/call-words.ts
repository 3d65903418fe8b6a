import type { CallLine } from "../api/queries/context.ts";
import { money, percent } from "../format/numbers.ts";

/** What the provider counted of a prompt. */
export function tokensIn(call: CallLine): number {
  return call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens + call.cacheWriteHourTokens;
}

/** How much of the prompt was read from the cache, as the provider reported it; undefined while nobody has. */
export function cachedShare(call: CallLine): number | undefined {
  const tokens = tokensIn(call);
  return call.status === "reserved" || tokens === 0 ? undefined : call.cacheReadTokens / tokens;
}

export function costWords(call: CallLine): string {
  if (call.isSimulated && call.simulatedCostMicros === 0) return "$0";
  if (call.isSimulated) return `$0 (would be ${money(call.simulatedCostMicros)})`;
  if (call.status === "reserved") return `up to ${money(call.reservedMicros)}`;
  return `${money(call.costMicros)}${call.isUnpriced ? " (no price known)" : ""}`;
}

/** What a call cost in the units of its kind: real money, or what it would have been. */
function costMicros(call: CallLine): number {
  return call.isSimulated ? call.simulatedCostMicros : call.costMicros;
}

/** By so much of the prompt may prediction and report differ before it says something. */
const SLACK = 0.1;

export type CacheWords = { readonly tone: "good" | "warn" | "neutral"; readonly words: string; readonly why: string };

/** What became of the cache in a call, in a sentence and a reason. */
export function cacheWords(call: CallLine): CacheWords {
  const { context } = call;
  const reported = cachedShare(call);
  const told = reported === undefined ? "" : `${percent(reported)} of the prompt came from the cache.`;
  if (context === null) return { tone: "neutral", words: told || "No receipt was kept of this call.", why: "" };
  const { broken, predictedTokens, promptTokens } = context;
  if (broken !== null) {
    const { words, why } = broken;
    return { tone: "warn", words: sentence(words), why: `${sentence(why)} ${told}`.trim() };
  }
  if (predictedTokens === 0 && reported !== undefined && reported > 0) {
    return {
      tone: "good",
      words: told,
      why: "It is the first call of its session; another one began the same way.",
    };
  }
  if (predictedTokens === 0) {
    return {
      tone: "neutral",
      words: "Nothing was in the cache yet.",
      why: "It is the first call of its session.",
    };
  }
  if (reported === undefined) return { tone: "neutral", words: "The call has not been answered.", why: "" };
  const predicted = predictedTokens / Math.max(1, promptTokens);
  if (reported < predicted - SLACK) {
    const why = `Nothing in the prompt changed: ${percent(predicted)} should have come from the cache. The provider had let it go, or its minimum was not reached.`;
    return { tone: "warn", words: told, why };
  }
  return { tone: "good", words: told, why: "The prompt goes on from the call before." };
}

/** Words of the server as a sentence of their own. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

export type CallSums = {
  readonly calls: number;
  readonly breaks: number;
  readonly micros: number;
  readonly share: number;
};

/** What calls took together. */
export function callSums(calls: readonly CallLine[]): CallSums {
  let [breaks, micros, read, all] = [0, 0, 0, 0];
  for (const call of calls) {
    if (call.context?.broken != null) breaks += 1;
    micros += costMicros(call);
    read += call.cacheReadTokens;
    all += tokensIn(call);
  }
  return { calls: calls.length, breaks, micros, share: all === 0 ? 0 : read / all };
}
