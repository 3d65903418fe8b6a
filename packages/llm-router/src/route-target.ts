import { createHash } from "node:crypto";
import type { ModelRef } from "@cadre/domain";
import type { PriceRow } from "./catalogue/catalogue-model.ts";
import type { Credentials } from "./provider.ts";

/** A model to try, and with whose key. */
export type RouteTarget = ModelRef & {
  readonly credentials: Credentials;
  /** What its calls cost where the catalogue cannot know: a server of one's own is free. */
  readonly price?: PriceRow | undefined;
};

/** Keys of a target's breakers and of its place in the queue. */
export type TargetScopes = { readonly provider: string; readonly model: string };

const DIGEST_CHARACTERS = 12;

/** The target without its key: what results, reservations and the ledger may carry. */
export function refOf(target: RouteTarget): ModelRef {
  return { provider: target.provider, model: target.model };
}

/**
 * The provider as seen with one key, and the model there. A refused key of one organization says nothing about
 * another's, and a corrected key starts fresh. Only a digest of the key is kept.
 */
export function scopesOf(target: RouteTarget): TargetScopes {
  const { apiKey, baseUrl } = target.credentials;
  const digest = createHash("sha256")
    .update(`${baseUrl ?? ""}\n${apiKey}`)
    .digest("hex");
  const provider = `${target.provider}@${digest.slice(0, DIGEST_CHARACTERS)}`;
  return { provider, model: `${provider}:${target.model}` };
}
