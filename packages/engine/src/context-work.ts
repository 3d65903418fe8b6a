import {
  calibratedCounter,
  type CompactionOptions,
  type CompactionPlan,
  type Encoding,
  entryTokens,
  loadExactCounter,
  planCompaction,
  type TokenCounter,
  type UsageReport,
} from "@cadre/core";
import type { EntryPayload, SessionEntry } from "@cadre/domain";

/** How a model's tokens are counted, as a value that another thread can be told. */
export type Counting = {
  readonly encoding: Encoding;
  /** What the model's replies reported; unset when the vocabulary is its own and the counts are exact. */
  readonly reports?: readonly UsageReport[] | undefined;
};

/** A plan to make, without the functions of `CompactionOptions`. */
export type PlanAsk = {
  readonly entries: readonly SessionEntry[];
  readonly options: Omit<CompactionOptions, "countTokens">;
  readonly counting: Counting;
};

export type ContextAsk =
  | { readonly kind: "count"; readonly encoding: Encoding; readonly payloads: readonly EntryPayload[] }
  | { readonly kind: "sum"; readonly encoding: Encoding; readonly texts: readonly string[] }
  | ({ readonly kind: "plan" } & PlanAsk);

export type ContextAnswer = {
  readonly tokens?: number;
  readonly counts?: readonly (number | undefined)[];
  readonly plan?: CompactionPlan | undefined;
};

/** The work itself, in whichever thread. */
export async function workOn(ask: ContextAsk): Promise<ContextAnswer> {
  switch (ask.kind) {
    case "count": {
      const count = await loadExactCounter(ask.encoding);
      return { counts: ask.payloads.map((payload) => entryTokens(payload, count)) };
    }
    case "sum": {
      const count = await loadExactCounter(ask.encoding);
      return { tokens: ask.texts.reduce((tokens, text) => tokens + count(text), 0) };
    }
    case "plan": {
      const countTokens = await counterOf(ask.counting);
      return { plan: planCompaction(ask.entries, { ...ask.options, countTokens }) };
    }
  }
}

/** The counter of a model, from its own vocabulary, or from another one and what its replies reported. */
async function counterOf({ encoding, reports }: Counting): Promise<TokenCounter> {
  const base = await loadExactCounter(encoding);
  return reports === undefined ? base : calibratedCounter(reports, base);
}
