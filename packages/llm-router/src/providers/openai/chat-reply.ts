import type { AssistantMessage, ModelEvent, ModelReply, ModelRequest, StopReason, Usage } from "@cadre/domain";
import { z } from "zod";
import { StreamedText } from "../../streamed-text.ts";
import { parseToolArguments } from "../../tool-arguments.ts";
import type { SseMessage } from "./sse-messages.ts";
import type { ReplyBuilder, StatedError } from "./wire-dialect.ts";
import { estimatedUsage, usageOf } from "./wire-usage.ts";

type CallDraft = { readonly callId: string; readonly name: string; json: string };

/** The parts of a chunk that are read. Servers differ in everything else, and in `arguments`: some send the object itself. */
const Chunk = z.object({
  id: z.string().nullish(),
  error: z.unknown().optional(),
  usage: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .object({
                      name: z.string().nullish(),
                      arguments: z
                        .union([
                          z.string(),
                          z.record(z.string(), z.unknown()).transform((args) => JSON.stringify(args)),
                        ])
                        .nullish(),
                    })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
});
type Chunk = z.infer<typeof Chunk>;
type CallPiece = NonNullable<NonNullable<NonNullable<Chunk["choices"]>[number]["delta"]>["tool_calls"]>[number];

/** Source: the API's list of finish reasons; an unknown one counts as a plain end. */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  stop: "end",
  length: "max-tokens",
  tool_calls: "tool-use",
  function_call: "tool-use",
  content_filter: "refusal",
};

/** Folds a stream of the Chat Completions dialect. */
export class ChatReplyBuilder implements ReplyBuilder {
  readonly #request: ModelRequest;
  readonly #text = new StreamedText();
  readonly #thinking = new StreamedText();
  readonly #calls = new Map<number, CallDraft>();
  readonly #callIds = new Set<string>();
  #usage: Usage | undefined;
  #streamedChars = 0;
  #stopReason: StopReason | undefined;
  #isComplete = false;
  #hasRefused = false;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get usageSoFar(): Usage {
    return this.#usage ?? estimatedUsage(this.#request, this.#streamedChars);
  }

  accept(message: SseMessage): readonly ModelEvent[] | StatedError {
    if (message.data === "[DONE]") {
      this.#isComplete = this.#stopReason !== undefined;
      return [];
    }
    const chunk = Chunk.parse(JSON.parse(message.data));
    if (chunk.error !== undefined && chunk.error !== null) return { error: chunk.error };
    this.#usage = usageOf(chunk.usage) ?? this.#usage;
    const choice = chunk.choices?.[0];
    const shown = choice?.delta == null ? [] : this.#grow(choice.delta, chunk.id ?? "call");
    if (choice?.finish_reason == null) return shown;
    this.#stopReason = STOP_REASONS[choice.finish_reason] ?? "end";
    return [...shown, ...event("thinking-delta", this.#thinking.end()), ...event("text-delta", this.#text.end())];
  }

  /** A finish reason ends a reply, also where a server forgets `[DONE]`. */
  reply(): Pick<ModelReply, "message" | "stopReason" | "usage"> | undefined {
    if (this.#stopReason === undefined) return undefined;
    const content: AssistantMessage["content"] = [];
    const { model } = this.#request.model;
    if (this.#thinking.text !== "") content.push({ type: "thinking", text: this.#thinking.text, model });
    if (this.#text.text !== "") content.push({ type: "text", text: this.#text.text });
    for (const [, call] of [...this.#calls.entries()].toSorted(([a], [b]) => a - b)) {
      content.push({ type: "tool-call", callId: call.callId, name: call.name, ...parseToolArguments(call.json) });
    }
    return {
      message: { role: "assistant", content },
      stopReason: this.#reason(this.#stopReason),
      usage: this.usageSoFar,
    };
  }

  /** Some servers say `stop` although the reply calls tools. */
  #reason(stated: StopReason): StopReason {
    if (stated !== "end") return stated;
    if (this.#hasRefused) return "refusal";
    return this.#calls.size > 0 ? "tool-use" : "end";
  }

  #grow(delta: NonNullable<NonNullable<Chunk["choices"]>[number]["delta"]>, replyId: string): readonly ModelEvent[] {
    const thought = delta.reasoning_content ?? delta.reasoning ?? "";
    const refusal = delta.refusal ?? "";
    const said = (delta.content ?? "") + refusal;
    if (refusal !== "") this.#hasRefused = true;
    this.#streamedChars += thought.length + said.length;
    return [
      ...event("thinking-delta", this.#thinking.add(thought)),
      ...event("text-delta", this.#text.add(said)),
      ...(delta.tool_calls ?? []).flatMap((piece) => this.#growCall(piece, replyId)),
    ];
  }

  #growCall(piece: CallPiece, replyId: string): readonly ModelEvent[] {
    const index = piece.index ?? this.#indexOf(piece);
    const begun = this.#calls.get(index);
    const draft = begun ?? this.#begin(piece, index, replyId);
    const json = piece.function?.arguments ?? "";
    draft.json += json;
    this.#streamedChars += json.length;
    return [
      ...(begun === undefined ? [{ type: "call-start" as const, callId: draft.callId, name: draft.name }] : []),
      ...(json === "" ? [] : [{ type: "call-delta" as const, callId: draft.callId, json }]),
    ];
  }

  /** Without an index a piece with a name begins a call, any other goes on with the last one. */
  #indexOf(piece: CallPiece): number {
    const names = (piece.function?.name ?? "") !== "";
    return names ? this.#calls.size : Math.max(0, this.#calls.size - 1);
  }

  /** Servers that mint no ids, or the same twice, get ours: the reply's own id makes them unique in the conversation. */
  #begin(piece: CallPiece, index: number, replyId: string): CallDraft {
    const given = piece.id ?? "";
    const callId = given === "" || this.#callIds.has(given) ? `${replyId}_${index}` : given;
    const draft: CallDraft = { callId, name: piece.function?.name ?? "", json: "" };
    this.#callIds.add(callId);
    this.#calls.set(index, draft);
    return draft;
  }
}

function event(type: "text-delta" | "thinking-delta", text: string): readonly ModelEvent[] {
  return text === "" ? [] : [{ type, text }];
}
