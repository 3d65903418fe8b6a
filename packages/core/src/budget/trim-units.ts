import { type Message, userText } from "@cadre/domain";
import { PROMPT_LIMITS } from "@cadre/shared";
import { type SizedUnit, totalTokens } from "../preparation/size-units.ts";
import { messageTokens, type TokenCounter } from "./estimate-tokens.ts";

/** What the last stage left out, for the receipt. Never persisted. */
export type Trimmed = { readonly units: number; readonly steps: number; readonly tokens: number };

/** What a cut never passes: the newest step with all that came after it, or the newest unit alone. */
export type MustKeep = "newest-step" | "newest-unit";

/**
 * Cuts found before in a history that only grows, so that its beginning is not replayed for every call. The first `stable` units are
 * the same ones as when they were found.
 */
export type CutMemory = { readonly stable: number; readonly found: Map<string, Cut> };

export type TrimOptions = {
  readonly limitTokens: number;
  readonly count: TokenCounter;
  readonly mustKeep: MustKeep;
  readonly cuts?: CutMemory | undefined;
};

/** `note` tells the model that something is left out; it stands between what is pinned and the rest. */
export type TrimResult =
  | {
      readonly fits: true;
      readonly before: readonly SizedUnit[];
      readonly note: Message | undefined;
      readonly after: readonly SizedUnit[];
      readonly trimmed: Trimmed | undefined;
    }
  | { readonly fits: false; readonly before: readonly SizedUnit[]; readonly after: readonly SizedUnit[] };

/**
 * The last stage of the ladder: drops whole units from the old end until the history fits, and says so in the history. What is
 * pinned stays; so do the newest four steps while they fit, and what must be kept always. A cut goes down to 40 % of the limit and is
 * found by replaying the history from its start, so that the same entries give the same cut and the next cut is far away.
 */
export function trimUnits(sized: readonly SizedUnit[], options: TrimOptions): TrimResult {
  const { limitTokens, count } = options;
  const noteTokens = messageTokens(userText(trimNote({ units: sized.length, steps: sized.length })), count);
  const { start, before, left } = cutOf(sized, { ...options, cutLimit: Math.max(0, limitTokens - noteTokens) });
  const after = sized.slice(start);
  const note = left.units === 0 ? undefined : userText(trimNote(left));
  const tokens = totalTokens(before) + totalTokens(after) + (note === undefined ? 0 : messageTokens(note, count));
  if (tokens > limitTokens) return { fits: false, before, after };
  return { fits: true, before, note, after, trimmed: note === undefined ? undefined : left };
}

/** Before the first cut the whole limit may be filled; after it the note of what is left out needs room. */
type CutLimits = TrimOptions & { readonly cutLimit: number };

/** A history as every call up to its unit `at` would have cut it. */
export type Cut = {
  readonly at: number;
  /** Where the shown history begins. */
  readonly start: number;
  /** The pinned units before it, and what of the others is left out. */
  readonly before: readonly SizedUnit[];
  readonly left: Trimmed;
  /** Tokens of the pinned units before `start`, of all from there on, and of the pinned among these. */
  readonly pinnedBefore: number;
  readonly shown: number;
  readonly pinnedShown: number;
};

const NO_CUT: Cut = {
  at: 0,
  start: 0,
  before: [],
  left: { units: 0, steps: 0, tokens: 0 },
  pinnedBefore: 0,
  shown: 0,
  pinnedShown: 0,
};
/** A call tries a few limits at most. */
const FOUND_MAX = 8;

function cutOf(sized: readonly SizedUnit[], limits: CutLimits): Cut {
  const { cuts } = limits;
  const whole = { ...limits, upTo: sized.length };
  if (cuts === undefined) return replayed(NO_CUT, sized, whole);
  const key = `${limits.limitTokens} ${limits.cutLimit} ${limits.mustKeep}`;
  const stable = replayed(cuts.found.get(key) ?? NO_CUT, sized, { ...limits, upTo: cuts.stable });
  if (cuts.found.size >= FOUND_MAX) cuts.found.clear();
  cuts.found.set(key, stable);
  return replayed(stable, sized, whole);
}

/** Decides anew at each unit from `cut.at` to `upTo`, as the call of that time did. */
function replayed(cut: Cut, sized: readonly SizedUnit[], limits: CutLimits & { readonly upTo: number }): Cut {
  let { start, left, pinnedBefore, shown, pinnedShown } = cut;
  const before = [...cut.before];
  for (let at = cut.at; at < limits.upTo; at += 1) {
    const newest = sized[at];
    if (newest === undefined) break;
    shown += newest.tokens;
    if (newest.unit.isPinned) pinnedShown += newest.tokens;
    if (pinnedBefore + shown <= (start === 0 ? limits.limitTokens : limits.cutLimit)) continue;
    const next = deeperStart(sized, { start, end: at + 1, pinned: pinnedBefore + pinnedShown }, limits);
    for (const each of sized.slice(start, next)) {
      shown -= each.tokens;
      if (each.unit.isPinned) {
        before.push(each);
        pinnedShown -= each.tokens;
        pinnedBefore += each.tokens;
      } else left = withUnit(left, each);
    }
    start = next;
  }
  return { at: limits.upTo, start, before, left, pinnedBefore, shown, pinnedShown };
}

function withUnit(left: Trimmed, { unit, tokens }: SizedUnit): Trimmed {
  const steps = left.steps + (unit.kind === "step" ? 1 : 0);
  return { units: left.units + 1, steps, tokens: left.tokens + tokens };
}

type Shown = { readonly start: number; readonly end: number; readonly pinned: number };

/** Walks back from the newest unit: to 40 % of the limit, past it for the newest steps while the whole still fits. */
function deeperStart(sized: readonly SizedUnit[], shown: Shown, { cutLimit, mustKeep }: CutLimits): number {
  const target = cutLimit * PROMPT_LIMITS.cutTargetShareOfBudget;
  const kept = mustKeep === "newest-step" ? newestStep(sized, shown) : shown.end - 1;
  let tokens = shown.pinned;
  let steps = 0;
  for (let from = shown.end; from > shown.start; from -= 1) {
    const next = sized[from - 1];
    if (next === undefined) return from;
    tokens += next.unit.isPinned ? 0 : next.tokens;
    const ceiling = steps < PROMPT_LIMITS.newestSteps ? cutLimit : target;
    if (from - 1 < kept && tokens > ceiling) return from;
    if (next.unit.kind === "step") steps += 1;
  }
  return shown.start;
}

/** The newest step among what is shown; where there is none, the newest unit. */
function newestStep(sized: readonly SizedUnit[], shown: Shown): number {
  for (let at = shown.end - 1; at >= shown.start; at -= 1) if (sized[at]?.unit.kind === "step") return at;
  return shown.end - 1;
}

function trimNote(left: { readonly units: number; readonly steps: number }): string {
  const what = left.steps > 0 ? `${left.steps} earlier steps` : `${left.units} earlier messages`;
  return `[SYSTEM] ${what} of this session no longer fit and are not shown. They happened: read the workspace, notes and task for their outcome before you repeat anything.`;
}
