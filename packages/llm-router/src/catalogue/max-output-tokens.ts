import type { ModelRef } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import type { Catalogue } from "./catalogue.ts";

/**
 * How long a reply of this model may be: what was asked for, else the catalogue's maximum, else the provider's default.
 * Resolved for each target, because a maximum that fits one model is an error on the next (M15).
 */
export function maxOutputTokensFor(catalogue: Catalogue, target: ModelRef, asked: number | undefined): number {
  const maximum = catalogue.find(target)?.maxOutputTokens;
  if (asked !== undefined) return maximum === undefined ? asked : Math.min(asked, maximum);
  return maximum ?? MODEL_LIMITS.defaultMaxOutputTokens;
}
