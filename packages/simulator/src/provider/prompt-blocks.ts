import type { CacheBlock } from "./prefix-cache.ts";
import type { MessagesRequest } from "./messages-request.ts";
import type { SimulatedModel } from "./simulated-models.ts";
import { estimateTokens } from "./token-estimate.ts";

/**
 * A request as the prefix cache sees it: tools, then system, then messages, each block with its estimated tokens.
 * Tool choice, thinking settings and images void the messages only, so they are part of the first message block's content.
 */
export function promptBlocks(request: MessagesRequest, model: SimulatedModel): CacheBlock[] {
  const tools = request.tools.map((tool) => ({ section: "tool", sent: tool }));
  const system = request.system.map((block) => ({ section: "system", sent: block }));
  const settings = messageSettings(request);
  const messages = request.messages.flatMap((message, at) =>
    message.blocks.map((block, place) => ({
      section: at === 0 && place === 0 ? `${settings}${message.role}` : message.role,
      sent: block,
    })),
  );
  const all = [...tools, ...system, ...messages];
  return all.map(({ section, sent }, at) => ({
    content: `${section}\0${sent.content}`,
    tokens: estimateTokens(sent.content, model.tokenFactor),
    mark: sent.mark ?? (at === all.length - 1 ? request.automaticMark : undefined),
  }));
}

function messageSettings(request: MessagesRequest): string {
  const hasMedia = request.messages.some((message) => message.blocks.some((block) => block.type === "media"));
  const choice = request.toolChoice ?? { type: "auto" };
  return JSON.stringify([choice.type, request.toolChoice?.name ?? null, request.thinking ?? null, hasMedia]);
}
