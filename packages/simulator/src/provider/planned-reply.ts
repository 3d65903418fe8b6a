import type { StopReason } from "@anthropic-ai/sdk/resources/messages";
import type { PolicyReply } from "../policy.ts";
import type { MessagesRequest } from "./messages-request.ts";
import type { SimulatedModel } from "./simulated-models.ts";
import { thinkingSignature } from "./thinking-signature.ts";
import { estimateTokens } from "./token-estimate.ts";

/** `json` is a tool's input as it is streamed; it is broken JSON when the reply was truncated inside it. */
export type ReplyBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string; readonly signature: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly json: string };

export type RefusalCategory = "cyber" | "bio" | "frontier_llm" | "reasoning_extraction" | "general_harms";

/** A reply ready for the wire, in either form. */
export type PlannedReply = {
  readonly blocks: readonly ReplyBlock[];
  readonly stopReason: StopReason;
  readonly stopSequence: string | null;
  readonly refusal: RefusalCategory | null;
  readonly outputTokens: number;
};

type Setting = {
  readonly request: MessagesRequest;
  readonly model: SimulatedModel;
  readonly newId: (prefix: string) => string;
};

/** Turns a policy's answer into what the model would send: progress hidden where it hides it, cut at a stop sequence. */
export function plannedReply(reply: PolicyReply, setting: Setting): PlannedReply {
  const { request, model, newId } = setting;
  const callsAt = reply.blocks.findLastIndex((block) => block.type === "call");
  const blocks = reply.blocks.map((block, at): ReplyBlock => {
    if (block.type === "call") {
      return { type: "tool_use", id: newId("toolu"), name: block.name, json: JSON.stringify(block.input) };
    }
    if (block.type === "text" && !(model.hidesProgress && at < callsAt)) return block;
    const isShown = block.type === "thinking" || request.thinking?.display === "summarized";
    const text = isShown ? block.text : "";
    return { type: "thinking", text, signature: thinkingSignature(model.id, text) };
  });
  const stopped = atStopSequence(blocks, request.stopSequences);
  if (stopped !== undefined) return stopped;
  const stopReason = callsAt >= 0 ? "tool_use" : "end_turn";
  return { blocks, stopReason, stopSequence: null, refusal: null, outputTokens: outputTokens(blocks, model) };
}

/** Cuts a reply to a number of tokens and names why. A tool input cut in its middle stays as broken JSON. */
export function truncated(
  reply: PlannedReply,
  model: SimulatedModel,
  cut: { readonly tokens: number; readonly reason: "max_tokens" | "model_context_window_exceeded" },
): PlannedReply {
  if (reply.outputTokens <= cut.tokens) return reply;
  const blocks: ReplyBlock[] = [];
  let left = cut.tokens;
  for (const block of reply.blocks) {
    if (left <= 0) break;
    const text = block.type === "tool_use" ? block.json : block.text;
    const needed = estimateTokens(text, model.tokenFactor);
    const kept = text.slice(0, Math.floor((text.length * Math.min(needed, left)) / needed)).toWellFormed();
    left -= needed;
    if (block.type === "tool_use") blocks.push({ ...block, json: kept });
    if (block.type === "text" && kept !== "") blocks.push({ ...block, text: kept });
    if (block.type === "thinking") blocks.push({ ...block, text: kept, signature: thinkingSignature(model.id, kept) });
  }
  return { ...reply, blocks, stopReason: cut.reason, stopSequence: null, outputTokens: cut.tokens };
}

function outputTokens(blocks: readonly ReplyBlock[], model: SimulatedModel): number {
  return blocks.reduce(
    (sum, block) =>
      sum + estimateTokens(block.type === "tool_use" ? block.name + block.json : block.text, model.tokenFactor),
    0,
  );
}

function atStopSequence(blocks: readonly ReplyBlock[], stops: readonly string[]): PlannedReply | undefined {
  for (const [at, block] of blocks.entries()) {
    if (block.type !== "text") continue;
    const found = stops
      .map((stop) => ({ stop, place: block.text.indexOf(stop) }))
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place)[0];
    if (found === undefined) continue;
    const text = block.text.slice(0, found.place);
    const kept = [...blocks.slice(0, at), ...(text === "" ? [] : [{ type: "text", text } as const])];
    return {
      blocks: kept,
      stopReason: "stop_sequence",
      stopSequence: found.stop,
      refusal: null,
      outputTokens: Math.max(1, estimateTokens(text)),
    };
  }
  return undefined;
}
