import type { Message, ModelRequest } from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";

/**
 * More tokens than any tokenizer makes of this prompt: for reservations only, where too little is worse than too much.
 * A caller with a calibrated estimate passes that instead.
 */
export function worstCasePromptTokens(request: ModelRequest): number {
  let bytes = byteLength(request.tail) + byteLength(JSON.stringify(request.tools));
  let images = 0;
  for (const block of request.system) bytes += byteLength(block.text);
  for (const message of request.messages) {
    for (const block of message.content) {
      if (block.type === "image") images += 1;
      else bytes += blockBytes(block);
    }
  }
  return Math.ceil(bytes / MODEL_LIMITS.worstCaseBytesPerToken) + images * MODEL_LIMITS.worstCaseImageTokens;
}

type TextualBlock = Exclude<Message["content"][number], { type: "image" }>;

function blockBytes(block: TextualBlock): number {
  switch (block.type) {
    case "text":
    case "tool-result":
      return byteLength(block.text);
    case "thinking":
      return byteLength(block.text) + byteLength(block.signature ?? "") + byteLength(block.sealed ?? "");
    case "tool-call":
      return byteLength(block.name) + byteLength(JSON.stringify(block.args));
  }
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
