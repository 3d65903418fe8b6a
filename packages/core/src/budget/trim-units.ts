import { type Message, userText } from "@cadre/domain";
import { PROMPT_LIMITS } from "@cadre/shared";
import type { Unit } from "../projection/to-units.ts";
import { messageTokens, type TokenCounter } from "./estimate-tokens.ts";

/** What the last stage left out, for the receipt. Never persisted. */
export type Trimmed = { readonly units: number; readonly steps: number; readonly tokens: number };

export type TrimResult =
  | {
      readonly fits: true;
      readonly units: readonly Unit[];
      readonly messages: readonly Message[];
      readonly trimmed: Trimmed | undefined;
    }
  | { readonly fits: false; readonly neededTokens: number };

type Sized = { readonly unit: Unit; readonly tokens: number };

/**
 * The last stage of the ladder: drops whole units from the old end until the history fits, and says so in the history. What is
 * pinned stays; so do the newest four steps while they fit, and the newest one always. A cut goes down to 40 % of the limit and is
 * found by replaying the history from its start, so that the same entries give the same cut and the next cut is far away.
 */
export function trimUnits(units: readonly Unit[], limitTokens: number, count: TokenCounter): TrimResult {
  const sized = units.map((unit) => ({ unit, tokens: unitTokens(unit, count) }));
  const noteTokens = messageTokens(userText(trimNote(units.length)), count);
  const start = cutStart(sized, Math.max(0, limitTokens - noteTokens));
  const before = sized.slice(0, start).filter(({ unit }) => unit.isPinned);
  const after = sized.slice(start);
  const left = sized.slice(0, start).filter(({ unit }) => !unit.isPinned);
  const note = left.length === 0 ? [] : [userText(trimNote(stepsIn(left)))];
  const tokens = total(before) + total(after) + note.length * noteTokens;
  if (tokens > limitTokens) return { fits: false, neededTokens: tokens };
  return {
    fits: true,
    units: [...before, ...after].map(({ unit }) => unit),
    messages: [...messagesOf(before), ...note, ...messagesOf(after)],
    trimmed: left.length === 0 ? undefined : { units: left.length, steps: stepsIn(left), tokens: total(left) },
  };
}

/** Where the shown history begins, as every call so far would have decided. */
function cutStart(sized: readonly Sized[], limit: number): number {
  let start = 0;
  /** Tokens of the units before `start` that are pinned, of all from `start` on, and of the pinned among these. */
  let pinnedBefore = 0;
  let shown = 0;
  let pinnedShown = 0;
  for (const [at, { unit, tokens }] of sized.entries()) {
    shown += tokens;
    if (unit.isPinned) pinnedShown += tokens;
    if (pinnedBefore + shown <= limit) continue;
    const next = deeperStart(sized, { start, end: at + 1, pinned: pinnedBefore + pinnedShown }, limit);
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
function deeperStart(sized: readonly Sized[], shown: Shown, limit: number): number {
  const target = limit * PROMPT_LIMITS.cutTargetShareOfBudget;
  let kept = shown.pinned;
  let steps = 0;
  for (let from = shown.end; from > shown.start; from -= 1) {
    const next = sized[from - 1];
    if (next === undefined) return from;
    const after = kept + (next.unit.isPinned ? 0 : next.tokens);
    const ceiling = steps < PROMPT_LIMITS.newestSteps ? limit : target;
    if (steps > 0 && after > ceiling) return from;
    kept = after;
    if (next.unit.kind === "step") steps += 1;
  }
  return shown.start;
}

function unitTokens(unit: Unit, count: TokenCounter): number {
  return unit.messages.reduce((tokens, message) => tokens + messageTokens(message, count), 0);
}

function total(sized: readonly Sized[]): number {
  return sized.reduce((tokens, each) => tokens + each.tokens, 0);
}

function stepsIn(sized: readonly Sized[]): number {
  return sized.filter(({ unit }) => unit.kind === "step").length;
}

function messagesOf(sized: readonly Sized[]): readonly Message[] {
  return sized.flatMap(({ unit }) => unit.messages);
}

function trimNote(steps: number): string {
  return `[SYSTEM] ${steps} earlier steps of this session no longer fit and are not shown. They happened: read the workspace, notes and task for their outcome before you repeat anything.`;
}
