import type { ModelRef } from "@cadre/domain";
import type { CatalogueModel, PriceRow } from "./catalogue-model.ts";
import { ANTHROPIC_MODELS } from "./anthropic-models.ts";
import { GOOGLE_MODELS } from "./google-models.ts";
import { OPENAI_MODELS } from "./openai-models.ts";
import { SIMULATED_MODELS } from "./simulated-models.ts";

/** What is known of models. Look-ups match the exact provider and id or answer undefined. */
export type Catalogue = {
  readonly models: readonly CatalogueModel[];
  find(ref: ModelRef): CatalogueModel | undefined;
  /** The prices in force at a moment. Undefined (unknown model, or before its first row) means unpriced, never free. */
  priceOf(ref: ModelRef, at: Date): PriceRow | undefined;
};

/** Builds a catalogue; a later model replaces an earlier one of the same provider and id, which is how overrides work. */
export function createCatalogue(models: readonly CatalogueModel[]): Catalogue {
  const byKey = new Map(models.map((model) => [keyOf(model.provider, model.id), model]));
  const find = (ref: ModelRef): CatalogueModel | undefined => byKey.get(keyOf(ref.provider, ref.model));
  return {
    models: [...byKey.values()],
    find,
    priceOf: (ref, at) => find(ref)?.prices.findLast((row) => startOf(row) <= at.getTime()),
  };
}

/** The moment a row takes force, in milliseconds since the epoch. */
export function startOf(row: PriceRow): number {
  return Date.parse(`${row.effectiveFrom}T00:00:00Z`);
}

function keyOf(provider: string, model: string): string {
  return `${provider}:${model}`;
}

/** The rows shipped with the product, as read on 29 November 2026. */
export const CATALOGUE = createCatalogue([
  ...ANTHROPIC_MODELS,
  ...OPENAI_MODELS,
  ...GOOGLE_MODELS,
  ...SIMULATED_MODELS,
]);
