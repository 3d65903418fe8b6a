import { buildBundle, type BundleReceipt, type BundleResult, type HistoryMemory } from "@cadre/core";
import type { SessionEntry } from "@cadre/domain";
import type { Scenario } from "@cadre/harness";
import { CATALOGUE } from "@cadre/llm-router";
import { toolSpecs } from "@cadre/tool-selector";
import type { EngineDeps } from "../../engine-deps.ts";
import type { FrozenFacts } from "../facts/frozen-facts.ts";
import { liveFacts } from "../facts/live-facts.ts";

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
};

/** What is known only when the call is due. */
export type ContextNow = {
  readonly entries: readonly SessionEntry[];
  readonly model: ModelName | undefined;
  /** The receipt of the session's call before. */
  readonly previous: BundleReceipt | undefined;
  /** Of a session whose calls are built one after another. */
  readonly memory?: HistoryMemory | undefined;
};

/**
 * The next call of a session, as a step sends it and as a person may look at it beforehand: one code for both. Reads the situation,
 * writes nothing. `now` is asked while the situation is read.
 */
export async function assembleContext(
  deps: Pick<EngineDeps, "database" | "now">,
  parts: ContextParts,
  read: () => Promise<ContextNow>,
): Promise<BundleResult> {
  const { scenario } = parts;
  const [live, { entries, model, previous, memory }] = await Promise.all([
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
  const known = model === undefined ? undefined : CATALOGUE.find(model);
  return buildBundle(
    {
      ...parts.frozen,
      ...live,
      scenario: { name: scenario.name, text: scenario.text, isLightweight: scenario.isLightweight },
    },
    entries,
    {
      tools: toolSpecs(parts.tools),
      model: { windowTokens: known?.contextWindowTokens, maxOutputTokens: known?.maxOutputTokens },
      modelName: model === undefined ? undefined : nameOf(model),
      previous,
      memory,
    },
  );
}

/** A model as receipts name it. */
export function nameOf({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}
