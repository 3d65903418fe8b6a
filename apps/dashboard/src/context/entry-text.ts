import type { Answer } from "../api/endpoint-types.ts";

type Payload = Answer<"GET /sessions/:sessionId/entries/:entryId">["payload"];
type Block = Extract<Payload, { kind: "assistant-message" | "user-message" }>["content"][number];

/** An entry as text: what it says, or what it is. */
export function entryText(payload: Payload): string {
  switch (payload.kind) {
    case "user-message":
    case "assistant-message":
      return payload.content.map(blockText).join("\n\n");
    case "tool-result":
    case "note":
      return payload.text;
    case "compaction":
    case "branch-summary":
    case "collapse-context":
      return payload.summary;
    default:
      return JSON.stringify(payload, null, 2);
  }
}

function blockText(block: Block): string {
  switch (block.type) {
    case "text":
    case "thinking":
      return block.text;
    case "image":
      return `[image, ${block.mediaType}]`;
    case "tool-call":
      return `→ ${block.name} ${JSON.stringify(block.args, null, 2)}`;
  }
}
