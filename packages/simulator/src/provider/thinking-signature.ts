import { createHash } from "node:crypto";

/** The signature the simulator gives a thinking block and demands back: a block is bound to its text and its model. */
export function thinkingSignature(modelId: string, thinking: string): string {
  return createHash("sha256").update(modelId).update("\0").update(thinking).digest("base64");
}
