import type { JsonObject } from "@cadre/shared";

/** A tool as the request offers it; `properties` are the argument names its schema has. */
export type OfferedTool = {
  readonly name: string;
  readonly description: string;
  readonly properties: readonly string[];
};

/** One thing in the conversation, in order. `opens` is true for the first text of a user message that starts with text. */
export type TranscriptTurn =
  | { readonly role: "user"; readonly text: string; readonly opens: boolean }
  | { readonly role: "assistant"; readonly text: string }
  | { readonly role: "call"; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly role: "result"; readonly callId: string; readonly text: string; readonly isError: boolean };

/** A provider's request in the form every policy reads, whatever the dialect on the wire. */
export type PolicyRequest = {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly OfferedTool[];
  readonly turns: readonly TranscriptTurn[];
  readonly maxTokens: number;
};

export type PolicyBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly input: JsonObject };

export type PolicyReply = { readonly blocks: readonly PolicyBlock[] };

/** What answers in place of a model. The simulated worker is one; a test may bring its own. */
export type Policy = (request: PolicyRequest) => PolicyReply | Promise<PolicyReply>;
