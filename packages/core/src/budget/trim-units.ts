import { type Message, userText } from "@cadre/domain";
import { PROMPT_LIMITS } from "@cadre/shared";
import { type SizedUnit, totalTokens } from "../preparation/size-units.ts";
import { messageTokens, type TokenCounter } from "./estimate-tokens.ts";

/** What the last stage left out, for the receipt. Never persisted. */
export type Trimmed = { readonly units: number; readonly steps: number; readonly tokens: number };

/** What a cut never passes: the newest step with all that came after it, or the newest unit alone. */
export type MustKeep = "newest-step" | "newest-unit";

export type TrimOptions = { readonly limitTokens: number; readonly count: TokenCounter; readonly mustKeep: MustKeep };

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
  const start = cutStart(sized, { ...options, cutLimit: Math.max(0, limitTokens - noteTokens) });
  const before = sized.slice(0, start).filter(({ unit }) => unit.isPinned);
  const left = sized.slice(0, start).filter(({ unit }) => !unit.isPinned);
  const after = sized.slice(start);
  const trimmed = { units: left.length, steps: stepsIn(left), tokens: totalTokens(left) };
  const note = left.length === 0 ? undefined : userText(trimNote(trimmed));
  const tokens = totalTokens(before) + totalTokens(after) + (note === undefined ? 0 : messageTokens(note, count));
  if (tokens > limitTokens) return { fits: false, before, after };
  return { fits: true, before, note, after, trimmed: note === undefined ? undefined : trimmed };
}

/** Before the first cut the whole limit may be filled; after it the note of what is left out needs room. */
type CutLimits = TrimOptions & { readonly cutLimit: number };

/** Where the shown history begins, as every call so far would have decided. */
function cutStart(sized: readonly SizedUnit[], limits: CutLimits): number {
  let start = 0;
  /** Tokens of the units before `start` that are pinned, of all from `start` on, and of the pinned among these. */
  let pinnedBefore = 0;
  let shown = 0;
  let pinnedShown = 0;
  for (const [at, { unit, tokens }] of sized.entries()) {
    shown += tokens;
    if (unit.isPinned) pinnedShown += tokens;
    if (pinnedBefore + shown <= (start === 0 ? limits.limitTokens : limits.cutLimit)) continue;
    const next = deeperStart(sized, { start, end: at + 1, pinned: pinnedBefore + pinnedShown }, limits);
    for (const left of sized.slice(start, next)) {
      shown -= left.tokens;
      if (!left.unit.isPinned) continue;
      pinnedShown -= left.tokens;
      pinnedBefore += left.tokens;
    }
    start = next;
  }
  return start;
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

function stepsIn(sized: readonly SizedUnit[]): number {
  return sized.filter(({ unit }) => unit.kind === "step").length;
}

function trimNote(left: { readonly units: number; readonly steps: number }): string {
  const what = left.steps > 0 ? `${left.steps} earlier steps` : `${left.units} earlier messages`;
  return `[SYSTEM] ${what} of this session no longer fit and are not shown. They happened: read the workspace, notes and task for their outcome before you repeat anything.`;
}
