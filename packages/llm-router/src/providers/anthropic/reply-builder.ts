import type Anthropic from "@anthropic-ai/sdk";
import {
  type AssistantMessage,
  type ModelEvent,
  type ModelReply,
  NO_USAGE,
  type StopReason,
  type ToolCallBlock,
  type Usage,
} from "@cadre/domain";
import { MODEL_LIMITS } from "@cadre/shared";
import { StreamedText } from "../../streamed-text.ts";
import { parseToolArguments } from "../../tool-arguments.ts";
import { WireUsage, withReport } from "./wire-usage.ts";

type ReplyBlock = AssistantMessage["content"][number];

/** A block under construction. */
type Draft =
  | { readonly kind: "text" | "thinking"; readonly streamed: StreamedText; signature: string }
  | { readonly kind: "sealed"; readonly sealed: string }
  | { readonly kind: "call"; readonly callId: string; readonly name: string; readonly whole: unknown; json: string };

type StreamedDraft = Extract<Draft, { streamed: StreamedText }>;

/** Source: the API's list of stop reasons; an unknown one counts as a plain end. */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: "end",
  stop_sequence: "end",
  tool_use: "tool-use",
  max_tokens: "max-tokens",
  refusal: "refusal",
  pause_turn: "paused",
  model_context_window_exceeded: "context-exceeded",
};

/** Folds the wire events of one reply. */
export class ReplyBuilder {
  readonly #model: string;
  readonly #drafts = new Map<number, Draft>();
  #usage = NO_USAGE;
  #streamedChars = 0;
  #stopReason: StopReason | undefined;
  #isComplete = false;

  constructor(model: string) {
    this.#model = model;
  }

  /** True once the wire said that the message is over. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** What was used so far. Output that no report covers yet is estimated from the characters that came. */
  get usageSoFar(): Usage {
    const estimate = Math.ceil(this.#streamedChars / MODEL_LIMITS.charsPerTokenFallback);
    return { ...this.#usage, outputTokens: Math.max(this.#usage.outputTokens, estimate) };
  }

  /** Takes one wire event; answers what to show of it. Unknown events, blocks and deltas are ignored. */
  accept(event: Anthropic.RawMessageStreamEvent): ModelEvent | undefined {
    switch (event.type) {
      case "message_start":
        this.#usage = withReport(this.#usage, WireUsage.catch({}).parse(event.message.usage));
        return undefined;
      case "content_block_start":
        return this.#start(event);
      case "content_block_delta":
        return this.#grow(event);
      case "content_block_stop":
        return flushed(this.#drafts.get(event.index));
      case "message_delta":
        this.#usage = withReport(this.#usage, WireUsage.catch({}).parse(event.usage));
        if (event.delta.stop_reason !== null) this.#stopReason = STOP_REASONS[event.delta.stop_reason] ?? "end";
        return undefined;
      case "message_stop":
        this.#isComplete = true;
        return undefined;
      default:
        return undefined;
    }
  }

  /** The finished reply; undefined when the stream ended without a stop reason. */
  reply(): Pick<ModelReply, "message" | "stopReason" | "usage"> | undefined {
    if (!this.#isComplete || this.#stopReason === undefined) return undefined;
    const drafts = [...this.#drafts.entries()].toSorted(([a], [b]) => a - b);
    const content = drafts.flatMap(([, draft]) => finished(draft, this.#model));
    return { message: { role: "assistant", content }, stopReason: this.#stopReason, usage: this.#usage };
  }

  #start(event: Anthropic.RawContentBlockStartEvent): ModelEvent | undefined {
    const draft = draftOf(event.content_block);
    if (draft === undefined) return undefined;
    this.#drafts.set(event.index, draft);
    if (draft.kind === "call") return { type: "call-start", callId: draft.callId, name: draft.name };
    if (draft.kind === "sealed") return undefined;
    const begun = event.content_block.type === "text" ? event.content_block.text : thinkingIn(event.content_block);
    return grown(draft, begun);
  }

  #grow(event: Anthropic.RawContentBlockDeltaEvent): ModelEvent | undefined {
    const draft = this.#drafts.get(event.index);
    if (draft === undefined || draft.kind === "sealed") return undefined;
    const change = event.delta;
    if (draft.kind === "call") {
      if (change.type !== "input_json_delta" || change.partial_json === "") return undefined;
      draft.json += change.partial_json;
      this.#streamedChars += change.partial_json.length;
      return { type: "call-delta", callId: draft.callId, json: change.partial_json };
    }
    if (change.type === "signature_delta") {
      draft.signature += change.signature;
      return undefined;
    }
    if (change.type !== "text_delta" && change.type !== "thinking_delta") return undefined;
    const piece = change.type === "text_delta" ? change.text : change.thinking;
    this.#streamedChars += piece.length;
    return grown(draft, piece);
  }
}

function draftOf(block: Anthropic.ContentBlock): Draft | undefined {
  switch (block.type) {
    case "text":
      return { kind: "text", streamed: new StreamedText(), signature: "" };
    case "thinking":
      return { kind: "thinking", streamed: new StreamedText(), signature: block.signature };
    case "redacted_thinking":
      return { kind: "sealed", sealed: block.data };
    case "tool_use":
      return { kind: "call", callId: block.id, name: block.name, whole: block.input, json: "" };
    default:
      return undefined;
  }
}

function thinkingIn(block: Anthropic.ContentBlock): string {
  return block.type === "thinking" ? block.thinking : "";
}

function grown(draft: StreamedDraft, piece: string): ModelEvent | undefined {
  return shown(draft, draft.streamed.add(piece));
}

function flushed(draft: Draft | undefined): ModelEvent | undefined {
  return draft === undefined || !("streamed" in draft) ? undefined : shown(draft, draft.streamed.end());
}

function shown(draft: StreamedDraft, text: string): ModelEvent | undefined {
  if (text === "") return undefined;
  return { type: draft.kind === "text" ? "text-delta" : "thinking-delta", text };
}

function finished(draft: Draft, model: string): ReplyBlock[] {
  switch (draft.kind) {
    case "text":
      return draft.streamed.text === "" ? [] : [{ type: "text", text: draft.streamed.text }];
    case "thinking": {
      const { text } = draft.streamed;
      if (text === "" && draft.signature === "") return [];
      return [{ type: "thinking", text, model, ...(draft.signature !== "" && { signature: draft.signature }) }];
    }
    case "sealed":
      return [{ type: "thinking", text: "", sealed: draft.sealed, model }];
    case "call":
      return [finishedCall(draft)];
  }
}

/** Some servers send the whole input with the start of the block and no deltas. */
function finishedCall(draft: Extract<Draft, { kind: "call" }>): ToolCallBlock {
  const json = draft.json === "" ? JSON.stringify(draft.whole ?? {}) : draft.json;
  return { type: "tool-call", callId: draft.callId, name: draft.name, ...parseToolArguments(json) };
}
