import { PROMPT_LIMITS } from "@cadre/shared";
import { messageTokens, type TokenCounter } from "../budget/estimate-tokens.ts";
import type { Unit } from "../projection/to-units.ts";
import type { StoredTokens } from "../tokens/entry-tokens.ts";

/** A unit with what it counts; `each` has one number for each of its messages. */
export type SizedUnit = { readonly unit: Unit; readonly tokens: number; readonly each: readonly number[] };

export type Counting = { readonly count: TokenCounter; readonly stored?: StoredTokens | undefined };

/** `isWhole`: the unit shows its entries as they are stored, so that their stored counts hold. */
export function sizeUnit(unit: Unit, counting: Counting, isWhole: { readonly isWhole: boolean }): SizedUnit {
  const each = (isWhole.isWhole ? storedEach(unit, counting.stored) : undefined) ?? countedEach(unit, counting.count);
  return { unit, tokens: each.reduce((tokens, one) => tokens + one, 0), each };
}

export function totalTokens(sized: readonly SizedUnit[]): number {
  return sized.reduce((tokens, each) => tokens + each.tokens, 0);
}

export function messageCount(sized: readonly SizedUnit[]): number {
  return sized.reduce((messages, { unit }) => messages + unit.messages.length, 0);
}

function countedEach(unit: Unit, count: TokenCounter): readonly number[] {
  return unit.messages.map((message) => messageTokens(message, count));
}

/** Undefined unless every entry of the unit has a count. A step's first message is its reply, its second all results. */
function storedEach(unit: Unit, stored: StoredTokens | undefined): readonly number[] | undefined {
  if (stored === undefined || unit.kind === "compaction" || unit.repairs.length + unit.shortened.length > 0) {
    return undefined;
  }
  const each: number[] = [];
  for (const [at, id] of unit.entryIds.entries()) {
    const tokens = stored.get(id);
    if (tokens === undefined) return undefined;
    const message = Math.min(at, 1);
    each[message] = (each[message] ?? PROMPT_LIMITS.messageOverheadTokens) + tokens;
  }
  return each.length === unit.messages.length ? each : undefined;
}
