import type { AssistantMessage, ModelEvent, ModelReply, ModelRequest, StopReason, Usage } from "@cadre/domain";
import { z } from "zod";
import { StreamedText } from "../../streamed-text.ts";
import { parseToolArguments } from "../../tool-arguments.ts";
import type { SseMessage } from "./sse-messages.ts";
import type { ReplyBuilder, StatedError } from "./wire-dialect.ts";
import { estimatedUsage, usageOf } from "./wire-usage.ts";

type ReplyBlock = AssistantMessage["content"][number];

/** An output item under construction. */
type Draft =
  | { readonly kind: "text" | "thinking"; readonly streamed: StreamedText; id: string; sealed: string }
  | { readonly kind: "call"; readonly callId: string; readonly name: string; json: string };

/** The parts of the events that are read; everything else may change under us. */
const Wire = z.object({
  type: z.string(),
  output_index: z.number().optional(),
  summary_index: z.number().optional(),
  delta: z.string().optional(),
  item: z
    .object({
      type: z.string(),
      id: z.string().nullish(),
      call_id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.string().optional(),
      encrypted_content: z.string().nullish(),
    })
    .optional(),
  response: z
    .object({
      usage: z.unknown().optional(),
      error: z.unknown().optional(),
      incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
    })
    .optional(),
});
type Wire = z.infer<typeof Wire>;

/** Source: the API's `incomplete_details.reason`; an unknown one counts as cut short. */
const INCOMPLETE: Readonly<Record<string, StopReason>> = {
  max_output_tokens: "max-tokens",
  content_filter: "refusal",
  max_messages: "paused",
  steered: "paused",
};

/** Folds a stream of the Responses dialect. */
export class ResponsesReplyBuilder implements ReplyBuilder {
  readonly #request: ModelRequest;
  readonly #drafts = new Map<number, Draft>();
  #usage: Usage | undefined;
  #streamedChars = 0;
  #stopReason: StopReason | undefined;
  #hasRefused = false;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  get isComplete(): boolean {
    return this.#stopReason !== undefined;
  }

  get usageSoFar(): Usage {
    return this.#usage ?? estimatedUsage(this.#request, this.#streamedChars);
  }

  accept(message: SseMessage): readonly ModelEvent[] | StatedError {
    const json: unknown = JSON.parse(message.data);
    const event = Wire.parse(json);
    switch (event.type) {
      case "error":
        return statedError(json);
      case "response.output_item.added":
        return this.#start(event);
      case "response.output_text.delta":
      case "response.refusal.delta":
        if (event.type === "response.refusal.delta") this.#hasRefused = true;
        return this.#grow(event, "text-delta");
      case "response.reasoning_summary_part.added":
        return (event.summary_index ?? 0) > 0 ? this.#grow({ ...event, delta: "\n\n" }, "thinking-delta") : [];
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return this.#grow(event, "thinking-delta");
      case "response.function_call_arguments.delta":
        return this.#growCall(event);
      case "response.output_item.done":
        return this.#finish(event);
      case "response.completed":
      case "response.incomplete":
        this.#usage = usageOf(event.response?.usage);
        this.#stopReason = this.#reasonOf(event);
        return [];
      case "response.failed":
        this.#usage = usageOf(event.response?.usage);
        return { error: event.response?.error };
      default:
        return [];
    }
  }

  reply(): Pick<ModelReply, "message" | "stopReason" | "usage"> | undefined {
    if (this.#stopReason === undefined) return undefined;
    const drafts = [...this.#drafts.entries()].toSorted(([a], [b]) => a - b);
    const content = drafts.flatMap(([, draft]) => finished(draft, this.#request.model.model));
    return { message: { role: "assistant", content }, stopReason: this.#stopReason, usage: this.usageSoFar };
  }

  #start(event: Wire): readonly ModelEvent[] {
    const { item, output_index: index = 0 } = event;
    if (item?.type === "function_call") {
      const callId = item.call_id ?? item.id ?? `call_${index}`;
      const name = item.name ?? "";
      this.#drafts.set(index, { kind: "call", callId, name, json: "" });
      return [{ type: "call-start", callId, name }];
    }
    const kind = item?.type === "message" ? "text" : item?.type === "reasoning" ? "thinking" : undefined;
    if (kind !== undefined) {
      this.#drafts.set(index, { kind, streamed: new StreamedText(), id: item?.id ?? "", sealed: "" });
    }
    return [];
  }

  #grow(event: Wire, type: "text-delta" | "thinking-delta"): readonly ModelEvent[] {
    const draft = this.#drafts.get(event.output_index ?? 0);
    if (draft === undefined || draft.kind === "call" || event.delta === undefined) return [];
    this.#streamedChars += event.delta.length;
    return shown(type, draft.streamed.add(event.delta));
  }

  #growCall(event: Wire): readonly ModelEvent[] {
    const draft = this.#drafts.get(event.output_index ?? 0);
    if (draft?.kind !== "call" || event.delta === undefined || event.delta === "") return [];
    draft.json += event.delta;
    this.#streamedChars += event.delta.length;
    return [{ type: "call-delta", callId: draft.callId, json: event.delta }];
  }

  #finish(event: Wire): readonly ModelEvent[] {
    const draft = this.#drafts.get(event.output_index ?? 0);
    if (draft === undefined) return [];
    if (draft.kind === "call") {
      // Some gateways send a whole call without pieces.
      if (draft.json === "") draft.json = event.item?.arguments ?? "";
      return [];
    }
    draft.sealed = event.item?.encrypted_content ?? "";
    if (event.item?.id != null) draft.id = event.item.id;
    return shown(draft.kind === "text" ? "text-delta" : "thinking-delta", draft.streamed.end());
  }

  #reasonOf(event: Wire): StopReason {
    if (event.type === "response.incomplete") {
      return INCOMPLETE[event.response?.incomplete_details?.reason ?? ""] ?? "max-tokens";
    }
    if (this.#hasRefused) return "refusal";
    return [...this.#drafts.values()].some((draft) => draft.kind === "call") ? "tool-use" : "end";
  }
}

/** The error stands in the event itself, or below `error` as gateways send it. */
function statedError(json: unknown): StatedError {
  const body = z.object({ error: z.unknown() }).safeParse(json).data;
  return { error: body?.error ?? json };
}

function shown(type: "text-delta" | "thinking-delta", text: string): readonly ModelEvent[] {
  return text === "" ? [] : [{ type, text }];
}

function finished(draft: Draft, model: string): ReplyBlock[] {
  if (draft.kind === "call") {
    return [{ type: "tool-call", callId: draft.callId, name: draft.name, ...parseToolArguments(draft.json) }];
  }
  const { text } = draft.streamed;
  if (draft.kind === "text") return text === "" ? [] : [{ type: "text", text }];
  if (text === "" && draft.sealed === "") return [];
  return [{ type: "thinking", text, model, ...(draft.sealed !== "" && { signature: draft.id, sealed: draft.sealed }) }];
}
