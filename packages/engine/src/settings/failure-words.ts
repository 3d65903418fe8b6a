import type { ModelFailure, ModelFailureKind } from "@cadre/domain";

/** What a person can do about a failure; the provider's own words come before it. */
const ADVICE: Readonly<Record<ModelFailureKind, string>> = {
  aborted: "Check the address, or try again.",
  network: "Check the address, and that this server may reach it.",
  timeout: "The provider did not answer in time. Check the address, or try again.",
  "rate-limit": "The key works, but it is at its rate limit. Try again later.",
  overloaded: "The provider is overloaded at the moment. Try again later.",
  server: "The provider has trouble of its own. Try again later.",
  auth: "The key was refused. Copy it again from the vendor's pages.",
  billing: "The account has no money or no valid payment. Settle it on the vendor's pages.",
  permission: "The key may not do this. Check its rights on the vendor's pages.",
  "invalid-request": "The provider did not accept the request. Check the kind, the address and the model.",
  "context-exceeded": "The model's context is too small for any work.",
  "not-found":
    "The model or the address is unknown there. Choose another model, or check that the address ends as the provider says, often in /v1.",
  "too-large": "The provider takes no requests of this size.",
  "spend-limit": "No more money may be spent today.",
};

/** A failed call in words: what the provider said, with status and code, and what to do. */
export function failureWords(provider: { readonly name: string }, failure: ModelFailure): string {
  if (failure.kind === "aborted") return `${provider.name}: It did not answer in time. ${ADVICE.aborted}`;
  const marks = [failure.status, failure.code].filter((mark) => mark !== undefined).join(", ");
  return `${provider.name}${marks === "" ? "" : ` (${marks})`}: ${failure.message} ${ADVICE[failure.kind]}`;
}
