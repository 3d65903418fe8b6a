import type { Message } from "@cadre/domain";
import { COMPACTION_LIMITS } from "@cadre/shared";
import { messageTokens } from "../budget/estimate-tokens.ts";
import { type MustKeep, type Trimmed, type TrimResult, trimUnits } from "../budget/trim-units.ts";
import { problemsOf } from "../messages/problems-of.ts";
import { type Repair, sanitise } from "../messages/sanitise.ts";
import type { Shortened } from "../projection/shown-result.ts";
import { type Capped, cutUnit } from "./cap-texts.ts";
import type { History, HistoryOptions } from "./read-history.ts";
import { type SizedUnit, sizeUnit, totalTokens } from "./size-units.ts";

export type PreparationOptions = HistoryOptions & {
  readonly limitTokens: number;
  /** Stage 1: more messages than this are due for compaction. Default 60; `off` lets the budget decide. */
  readonly maxMessages?: number | "off" | undefined;
};

/** Why a history should be compacted before it is sent: the last stage trims it meanwhile. */
export type CompactionDue = "messages" | "tokens";

export type PreparationReport = {
  readonly repairs: readonly Repair[];
  readonly shortened: readonly Shortened[];
  readonly capped: readonly Capped[];
  readonly unpinned: readonly string[];
  readonly trimmed: Trimmed | undefined;
  readonly compactionDue: CompactionDue | undefined;
};

/** One thing that cannot be left out, and its size. */
export type TooLarge = { readonly what: "brief" | "pinned" | "summary" | "newest"; readonly tokens: number };

export type Prepared =
  | {
      readonly fits: true;
      readonly messages: readonly Message[];
      readonly tokens: number;
      readonly report: PreparationReport;
    }
  | { readonly fits: false; readonly neededTokens: number; readonly tooLarge: readonly TooLarge[] };

/**
 * The messages of one call: trimmed to the limit, repaired and checked, with a report of all that was done. Never more than
 * `limitTokens` by the given counter: what cannot fit is an answer that names it. Preparing what was prepared changes nothing.
 */
export function prepareHistory(history: History, options: PreparationOptions): Prepared {
  /** What repairs were seen to add: an opening or closing word, an answer where there was none. */
  let reserved = 0;
  for (const mustKeep of ["newest-step", "newest-step", "newest-unit", "newest-unit"] as const) {
    const fitted = fit(history, { ...options, limitTokens: options.limitTokens - reserved, mustKeep });
    if (fitted === undefined) continue;
    const unrepaired = messagesOf(fitted.trim);
    const { messages, repairs } = sanitise(unrepaired);
    const problems = problemsOf(messages);
    if (problems.length > 0) throw new Error(`A sanitised history is not valid: ${problems.join(" ")}`);
    const tokens = tokensOf(messages, fitted.trim, options);
    if (tokens <= options.limitTokens) {
      return { fits: true, messages, tokens, report: reportOf(history, options, { ...fitted, repairs }) };
    }
    reserved = Math.max(reserved, tokens - tokensOf(unrepaired, fitted.trim, options));
  }
  return tooLargeOf(history.sized, options);
}

type Fitting = PreparationOptions & { readonly mustKeep: MustKeep };
type Trim = Extract<TrimResult, { fits: true }>;
type Fitted = { readonly trim: Trim; readonly capped: readonly Capped[] };

/** Trims; where even what must stay is too large, cuts the texts of its newest part shorter and shorter. */
function fit({ sized, cuts }: History, options: Fitting): Fitted | undefined {
  const whole = trimUnits(sized, { ...options, cuts });
  if (whole.fits) return { trim: whole, capped: [] };
  const rest = [...whole.before, ...whole.after];
  for (let chars = options.capChars; chars > COMPACTION_LIMITS.shrunkTextMinChars; chars /= 2) {
    const shrunk = shrink(rest, Math.max(COMPACTION_LIMITS.shrunkTextMinChars, Math.floor(chars / 2)), options);
    const trim = trimUnits(shrunk.sized, options);
    if (!trim.fits) continue;
    return { trim: withLeft(trim, sized, rest), capped: shrunk.capped };
  }
  return undefined;
}

/** What is pinned stays as it is, brief and pins; a summary and the newest part may be cut. */
function shrink(
  sized: readonly SizedUnit[],
  chars: number,
  options: Fitting,
): { readonly sized: readonly SizedUnit[]; readonly capped: readonly Capped[] } {
  const capped: Capped[] = [];
  const shrunk = sized.map((each) => {
    if (each.unit.isPinned && each.unit.kind !== "compaction") return each;
    const cut = cutUnit(each.unit, () => ({ chars, hasResultTool: options.hasResultTool }));
    capped.push(...cut.capped);
    return cut.capped.length === 0 ? each : sizeUnit(cut.unit, options, { isWhole: false });
  });
  return { sized: shrunk, capped };
}

/** Counts what the first cut left out with what the second did. */
function withLeft(trim: Trim, sized: readonly SizedUnit[], rest: readonly SizedUnit[]): Trim {
  const kept = new Set(rest);
  const left = sized.filter((each) => !kept.has(each));
  if (left.length === 0) return trim;
  const before = trim.trimmed ?? { units: 0, steps: 0, tokens: 0 };
  const steps = left.filter(({ unit }) => unit.kind === "step").length;
  return {
    ...trim,
    trimmed: {
      units: before.units + left.length,
      steps: before.steps + steps,
      tokens: before.tokens + totalTokens(left),
    },
  };
}

function messagesOf({ before, note, after }: Trim): readonly Message[] {
  const shown = (sized: readonly SizedUnit[]): readonly Message[] => sized.flatMap(({ unit }) => unit.messages);
  return [...shown(before), ...(note === undefined ? [] : [note]), ...shown(after)];
}

/** Counts only the messages that repairs made anew. */
function tokensOf(messages: readonly Message[], { before, after }: Trim, options: HistoryOptions): number {
  const known = new Map<Message, number>();
  for (const { unit, each } of [...before, ...after]) {
    unit.messages.forEach((message, at) => known.set(message, each[at] ?? 0));
  }
  return messages.reduce((sum, message) => sum + (known.get(message) ?? messageTokens(message, options.count)), 0);
}

function reportOf(
  history: History,
  options: PreparationOptions,
  { trim, capped, repairs }: Fitted & { readonly repairs: readonly Repair[] },
): PreparationReport {
  const units = [...trim.before, ...trim.after].map(({ unit }) => unit);
  return {
    repairs: [...units.flatMap((unit) => unit.repairs), ...repairs],
    shortened: units.flatMap((unit) => unit.shortened),
    capped: [...history.capped, ...capped],
    unpinned: history.unpinned,
    trimmed: trim.trimmed,
    compactionDue: compactionDueOf(history, options),
  };
}

/** Which bound of the ladder a history is over, if any. */
export function compactionDueOf(
  { tokens, messageCount }: Pick<History, "tokens" | "messageCount">,
  options: Pick<PreparationOptions, "limitTokens" | "maxMessages">,
): CompactionDue | undefined {
  if (tokens > options.limitTokens) return "tokens";
  const maxMessages = options.maxMessages ?? COMPACTION_LIMITS.maxMessages;
  return maxMessages !== "off" && messageCount > maxMessages ? "messages" : undefined;
}

function tooLargeOf(sized: readonly SizedUnit[], options: PreparationOptions): Prepared {
  const { before, after } = trimUnits(sized, { ...options, limitTokens: 0, mustKeep: "newest-unit" });
  const [first] = sized;
  const parts: TooLarge[] = [...before, ...after].map((each) => {
    const { unit, tokens } = each;
    if (unit.kind === "compaction") return { what: "summary", tokens };
    if (!unit.isPinned) return { what: "newest", tokens };
    return { what: each === first ? "brief" : "pinned", tokens };
  });
  const tooLarge = (["brief", "pinned", "summary", "newest"] as const).flatMap((what) => {
    const tokens = parts.reduce((sum, part) => sum + (part.what === what ? part.tokens : 0), 0);
    return tokens === 0 ? [] : [{ what, tokens }];
  });
  const neededTokens = tooLarge.reduce((sum, { tokens }) => sum + tokens, 0);
  return { fits: false, neededTokens: Math.max(neededTokens, options.limitTokens + 1), tooLarge };
}
