import type { JsonObject } from "@cadre/shared";

/** What a tool tells the loop beyond its text. */
export type ToolOutcome =
  | { readonly kind: "submitted" }
  /** The call is not done: it runs again under the same call key once this approval is decided. */
  | { readonly kind: "wait-approval"; readonly approvalId: string }
  | { readonly kind: "end-turn" };

/** A tool's answer. `text` is for the model; `details` are for the journal and the screen and never enter a prompt. */
export type ToolResult = {
  readonly text: string;
  readonly isError: boolean;
  readonly details?: JsonObject;
  readonly outcome?: ToolOutcome;
};

export function toolText(text: string, details?: JsonObject): ToolResult {
  return details === undefined ? { text, isError: false } : { text, isError: false, details };
}

/** A failure the model can act on: the text says what happened and what to try next. */
export function toolError(text: string, details?: JsonObject): ToolResult {
  return details === undefined ? { text, isError: true } : { text, isError: true, details };
}
