import { SIMULATOR_LIMITS } from "@cadre/shared";

/** An estimate of tokens: bytes of UTF-8 over 3.6, times the model's factor. Deterministic, and never a tokeniser's count. */
export function estimateTokens(text: string, tokenFactor = 1): number {
  return Math.max(1, Math.ceil((Buffer.byteLength(text) / SIMULATOR_LIMITS.bytesPerToken) * tokenFactor));
}
