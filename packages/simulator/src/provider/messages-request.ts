import type { JsonObject } from "@cadre/shared";
import type { CacheLifetime } from "./prefix-cache.ts";

type Sent = {
  /** Where it stands in the request, as an error message names it. */
  readonly path: string;
  /** The block's exact JSON without its breakpoint: what the prefix cache hashes and counts. */
  readonly content: string;
  readonly mark: CacheLifetime | undefined;
};

export type RequestBlock = Sent &
  (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "thinking"; readonly text: string; readonly signature: string }
    | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonObject }
    | { readonly type: "tool_result"; readonly callId: string; readonly text: string; readonly isError: boolean }
    | { readonly type: "media" }
  );

export type RequestTool = Sent & {
  readonly name: string;
  readonly description: string;
  readonly properties: readonly string[];
};

export type RequestMessage = {
  readonly role: "user" | "assistant" | "system";
  readonly blocks: readonly RequestBlock[];
};

export type ToolChoice = { readonly type: "auto" | "any" | "tool" | "none"; readonly name: string | undefined };

export type ThinkingChoice = {
  readonly type: string;
  readonly budgetTokens: number | undefined;
  readonly display: string | undefined;
};

/** A Messages request as the simulator reads it: shapes are checked, rules across fields are not. */
export type MessagesRequest = {
  readonly model: string;
  readonly maxTokens: number | undefined;
  readonly isStream: boolean;
  readonly system: readonly RequestBlock[];
  readonly tools: readonly RequestTool[];
  readonly messages: readonly RequestMessage[];
  readonly toolChoice: ToolChoice | undefined;
  readonly thinking: ThinkingChoice | undefined;
  readonly stopSequences: readonly string[];
  /** The breakpoint of a top-level `cache_control`, which falls on the last block. */
  readonly automaticMark: CacheLifetime | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
};

/** The blocks of a request in the order of its prefix: tools, system, messages. */
export function blocksInOrder(request: MessagesRequest): (RequestBlock | RequestTool)[] {
  return [...request.tools, ...request.system, ...request.messages.flatMap((message) => message.blocks)];
}
