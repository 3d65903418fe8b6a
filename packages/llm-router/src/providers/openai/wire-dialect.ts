import type { ModelEvent, ModelReply, ModelRequest, Usage } from "@cadre/domain";
import type OpenAI from "openai";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { SseMessage } from "./sse-messages.ts";

/** An error that the stream states after status 200, as it stands on the wire. */
export type StatedError = { readonly error: unknown };

/** Folds the wire events of one reply. */
export type ReplyBuilder = {
  /** Takes one wire event; answers what to show of it, or the error that it states. Unknown events are ignored. */
  accept(message: SseMessage): readonly ModelEvent[] | StatedError;
  /** True once the wire said that the reply is over. */
  readonly isComplete: boolean;
  /** What was used so far, estimated as long as no report came. */
  readonly usageSoFar: Usage;
  /** The finished reply; undefined when the stream ended before its end. */
  reply(): Pick<ModelReply, "message" | "stopReason" | "usage"> | undefined;
};

/** One of the vendor's two ways to ask for a reply. */
export type OpenAiDialect = {
  open(client: OpenAI, call: DialectCall): Promise<Response>;
  createBuilder(request: ModelRequest): ReplyBuilder;
};

export type DialectCall = {
  readonly request: ModelRequest;
  readonly catalogue: Catalogue;
  readonly signal: AbortSignal;
};

export function isStatedError(taken: readonly ModelEvent[] | StatedError): taken is StatedError {
  return "error" in taken;
}
