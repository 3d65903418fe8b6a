import type { BundleReceipt, HistoryMemory, ModelLimits } from "@cadre/core";
import type { ModelFailure } from "@cadre/domain";
import type { RouteTarget } from "@cadre/llm-router";
import type { PromptTexts } from "../models/prompt-texts.ts";
import type { StoredEntry } from "../sessions/load-session.ts";
import type { ModelCounter, ModelCounters } from "./context/model-counters.ts";
import type { FrozenFacts } from "./facts/frozen-facts.ts";
import type { Turn } from "./open-turn.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** What a segment tells its steps while they run. */
export type TurnControl = {
  readonly signal: AbortSignal;
  readonly boundary: () => "go" | "preempt" | "stop";
};

/** Models that may be called, or why the chosen one cannot be. */
export type Aim = { readonly targets: readonly RouteTarget[]; readonly failure?: ModelFailure };

/** The model that a step's call goes to, and how its tokens are counted. */
export type StepModel = {
  readonly counter: ModelCounter;
  readonly limits: ModelLimits;
};

/** What all turns of a process share. */
export type TurnHost = { readonly deps: TurnDeps; readonly counters: ModelCounters; readonly promptTexts: PromptTexts };

/** What one attempt knows while its steps run. Everything in it can be read again from rows. */
export type TurnWork = TurnHost & {
  readonly turn: Turn;
  readonly control: TurnControl;
  /** The newest step whose reply is in the log; moves on with each recorded reply. */
  readonly step: { now: number };
  /** What tiers 1 and 2 are made of; gathered anew with each epoch. */
  readonly frozen: { now: FrozenFacts };
  /** Where the step's call goes, as the settings said when its prompt was built. */
  readonly aim: { now: Aim };
  /** … and which model that is. */
  readonly model: { now?: StepModel };
  /** The receipt of the bundle that was built last. */
  readonly built: { receipt?: BundleReceipt };
  /** The receipt of this attempt's newest call, when the model it was made for answered it: the next one is compared with it. */
  sent: { readonly receipt?: BundleReceipt };
  /** What this attempt has read of the session since its newest compaction: later steps read only what came after. */
  readonly log: StoredEntry[];
  /** What was made of it for the call before. */
  readonly memory: { now: HistoryMemory };
};
