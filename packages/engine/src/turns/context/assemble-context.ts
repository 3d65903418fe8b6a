import { setImmediate } from "node:timers/promises";
import {
  buildBundle,
  type BundleOptions,
  type BundleReceipt,
  type BundleResult,
  buildSystemPrompt,
  type HistoryMemory,
  type ModelLimits,
  planBudget,
  type PromptFacts,
  type TokenCounter,
} from "@cadre/core";
import type { Scenario } from "@cadre/harness";
import { CATALOGUE, type Catalogue } from "@cadre/llm-router";
import { canonicalJson } from "@cadre/shared";
import { toolSpecs } from "@cadre/tool-selector";
import type { EngineDeps } from "../../engine-deps.ts";
import type { StoredEntry } from "../../sessions/load-session.ts";
import type { FrozenFacts } from "../facts/frozen-facts.ts";
import { liveFacts } from "../facts/live-facts.ts";
import { type CompactionSettings, compactionPolicy, maxMessagesOf } from "./compaction-policy.ts";
import type { ModelCounter } from "./model-counters.ts";

/** The model a call is meant for. */
export type ModelName = { readonly provider: string; readonly model: string };

/** What a call of a session is made of, beside what is read when it is made. */
export type ContextParts = {
  readonly organizationId: string;
  readonly agentId: string;
  readonly taskId: string | undefined;
  readonly workspace: string | undefined;
  readonly scenario: Scenario;
  readonly tools: Parameters<typeof toolSpecs>[0];
  readonly frozen: FrozenFacts;
  /** Unset: the product's own choice. */
  readonly compaction?: CompactionSettings | undefined;
};

/** What is known only when the call is due. */
export type ContextNow = {
  readonly entries: readonly StoredEntry[];
  readonly model: ModelName | undefined;
  /** How the model's tokens are counted. Unset: estimated. */
  readonly counter?: ModelCounter | undefined;
  /** The receipt of the session's call before. */
  readonly previous: BundleReceipt | undefined;
  /** Of a session whose calls are built one after another. */
  readonly memory?: HistoryMemory | undefined;
};

type Models = { readonly catalogue?: Catalogue };

/**
 * The next call of a session, as a step sends it and as a person may look at it beforehand: one code for both. Reads the situation,
 * writes nothing. `now` is asked while the situation is read.
 */
export async function assembleContext(
  deps: Pick<EngineDeps, "database" | "now"> & Models,
  parts: ContextParts,
  read: () => Promise<ContextNow>,
): Promise<BundleResult> {
  const { scenario } = parts;
  const [live, { entries, model, counter, previous, memory }] = await Promise.all([
    liveFacts(deps, {
      organizationId: parts.organizationId,
      agentId: parts.agentId,
      taskId: parts.taskId,
      workspace: parts.workspace,
      isLightweight: scenario.isLightweight,
      now: deps.now(),
    }),
    read(),
  ]);
  const facts: PromptFacts = {
    ...parts.frozen,
    ...live,
    scenario: { name: scenario.name, text: scenario.text, isLightweight: scenario.isLightweight },
  };
  const storedTokens = await counter?.storedTokens(entries);
  // A long history is read in one go: what else is waiting comes first.
  await setImmediate();
  const sized = { tools: toolSpecs(parts.tools), model: limitsOf(deps, model) };
  return buildBundle(facts, entries, {
    ...sized,
    modelName: model === undefined ? undefined : nameOf(model),
    countTokens: counter?.count,
    storedTokens,
    messageCapChars:
      counter && frozenCap(parts.frozen, nameOf(model ?? NO_MODEL), () => capChars(facts, sized, counter.base)),
    maxMessages: maxMessagesOf(compactionPolicy(sized.model.windowTokens, parts.compaction)),
    previous,
    memory,
  });
}

/** Stands where nobody chose a model: nothing is known of it. */
export const NO_MODEL: ModelName = { provider: "none", model: "none" };
const caps = new WeakMap<FrozenFacts, Map<string, number>>();

/** Made once for an epoch that an attempt has open, and a model. */
function frozenCap(frozen: FrozenFacts, model: string, make: () => number): number {
  const known = caps.get(frozen) ?? new Map<string, number>();
  caps.set(frozen, known);
  const cap = known.get(model) ?? make();
  known.set(model, cap);
  return cap;
}

/** What is known of a model's sizes. */
export function limitsOf({ catalogue }: Models, model: ModelName | undefined): ModelLimits {
  const known = model === undefined ? undefined : (catalogue ?? CATALOGUE).find(model);
  return { windowTokens: known?.contextWindowTokens, maxOutputTokens: known?.maxOutputTokens };
}

/**
 * Stage 2's cap, from what is frozen within an epoch and the vocabulary alone: replies calibrate counts, but must not move where texts of
 * the prefix are cut.
 */
function capChars(
  facts: PromptFacts,
  { tools, model }: Pick<BundleOptions, "tools" | "model">,
  base: TokenCounter,
): number {
  const [tier1, tier2] = buildSystemPrompt(facts).blocks;
  return planBudget(model, {
    systemTokens: base(tier1.text) + base(tier2.text),
    toolsTokens: tools.length === 0 ? 0 : base(canonicalJson(tools)),
  }).messageCapChars;
}

/** A model as receipts name it. */
export function nameOf({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}
