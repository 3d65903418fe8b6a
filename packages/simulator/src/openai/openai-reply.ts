import type { PolicyReply } from "../policy.ts";
import { estimateTokens } from "../provider/token-estimate.ts";
import { thinkingSignature } from "../provider/thinking-signature.ts";
import { effectOf, type FaultEffect } from "../provider/fault-plan.ts";
import type { CacheUse } from "../provider/prefix-cache.ts";
import type { OpenAiRequest } from "./openai-request.ts";

/** One thing of a reply. `json` is broken when the reply was cut inside it. */
export type ReplyItem =
  | { readonly type: "text"; readonly id: string; readonly text: string }
  | { readonly type: "refusal"; readonly id: string; readonly text: string }
  | { readonly type: "reasoning"; readonly id: string; readonly text: string; readonly sealed: string | undefined }
  | {
      readonly type: "call";
      readonly id: string;
      readonly callId: string;
      readonly name: string;
      readonly json: string;
    };

/** A reply ready for the wire of either dialect. */
export type OpenAiReply = {
  readonly id: string;
  readonly request: OpenAiRequest;
  readonly use: CacheUse;
  readonly items: readonly ReplyItem[];
  readonly isCut: boolean;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Seconds since the epoch. */
  readonly createdAt: number;
};

/** Turns a policy's answer into items, refused or cut as the fault plan and the request say. */
export function replyItems(
  reply: PolicyReply,
  setting: { readonly request: OpenAiRequest; readonly newId: (prefix: string) => string },
): ReplyItem[] {
  const { request, newId } = setting;
  return reply.blocks.flatMap((block): ReplyItem[] => {
    switch (block.type) {
      case "text":
        return [{ type: "text", id: newId("msg"), text: block.text }];
      case "thinking": {
        if (!request.model.thinks) return [];
        const sealed = request.wantsReasoning ? thinkingSignature(request.model.id, block.text) : undefined;
        return [{ type: "reasoning", id: newId("rs"), text: block.text, sealed }];
      }
      case "call":
        return [
          { type: "call", id: newId("fc"), callId: newId("call"), name: block.name, json: JSON.stringify(block.input) },
        ];
    }
  });
}

type Shaped = Pick<OpenAiReply, "items" | "isCut" | "outputTokens" | "reasoningTokens">;

/** The items that fit, with what they count. */
export function shaped(
  items: readonly ReplyItem[],
  limits: { readonly maxTokens: number; readonly effects: readonly FaultEffect[]; readonly refusalId: string },
): Shaped {
  const { effects } = limits;
  if (effectOf(effects, "refusal") !== undefined) {
    return counted([{ type: "refusal", id: limits.refusalId, text: "A simulated refusal." }]);
  }
  const total = items.reduce((sum, item) => sum + tokensOf(item), 0);
  const planned = effectOf(effects, "max-tokens") ?? effectOf(effects, "context-exceeded");
  const plannedTokens = planned?.kind === "max-tokens" ? planned.tokens : undefined;
  const tokens = planned === undefined ? limits.maxTokens : (plannedTokens ?? Math.max(1, Math.floor(total / 2)));
  if (total > tokens) return { ...counted(cutTo(items, tokens)), isCut: true, outputTokens: tokens };
  if (effectOf(effects, "truncated-tool-json") === undefined) return counted(items);
  const halved = items.map((item) =>
    item.type === "call" ? { ...item, json: item.json.slice(0, Math.ceil(item.json.length / 2)) } : item,
  );
  return counted(halved);
}

function counted(items: readonly ReplyItem[]): Shaped {
  const reasoning = items.filter((item) => item.type === "reasoning");
  return {
    items,
    isCut: false,
    outputTokens: items.reduce((sum, item) => sum + tokensOf(item), 0),
    reasoningTokens: reasoning.reduce((sum, item) => sum + tokensOf(item), 0),
  };
}

function cutTo(items: readonly ReplyItem[], tokens: number): ReplyItem[] {
  const kept: ReplyItem[] = [];
  let left = tokens;
  for (const item of items) {
    if (left <= 0) break;
    const needed = tokensOf(item);
    const share = Math.min(needed, left) / needed;
    const part = (text: string): string => text.slice(0, Math.floor(text.length * share)).toWellFormed();
    left -= needed;
    kept.push(item.type === "call" ? { ...item, json: part(item.json) } : { ...item, text: part(item.text) });
  }
  return kept;
}

function tokensOf(item: ReplyItem): number {
  return estimateTokens(item.type === "call" ? item.name + item.json : item.text);
}
