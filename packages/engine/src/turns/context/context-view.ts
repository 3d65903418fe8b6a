import type { OverBudget, PromptText } from "@cadre/core";
import type { Actor, Message } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { type ReceiptView, receiptView } from "../../models/inspection/get-receipt.ts";
import type { ModelName } from "./assemble-context.ts";
import { previewContext } from "./preview-context.ts";

/** What a session's next call would send, as people see it. */
export type ContextView = {
  readonly model: ModelName | null;
  /** Null when the call cannot be made. */
  readonly told: ReceiptView | null;
  readonly texts: readonly PromptText[];
  /** Only when they are asked for. */
  readonly messages: readonly Message[] | null;
  readonly tail: string;
  readonly tooLarge: Pick<OverBudget, "message" | "neededTokens" | "budget"> | null;
};

/** Faults: `session.not-found`, `session.not-begun`. */
export async function getSessionContext(
  deps: Pick<EngineDeps, "database" | "now" | "dataFolder">,
  actor: Actor,
  input: { readonly sessionId: string; readonly messages?: boolean | undefined },
): Promise<ContextView> {
  const { model, result, timeZone } = await previewContext(deps, actor, input);
  if (result.kind === "over-budget") {
    const { message, neededTokens, budget } = result;
    return { model, told: null, texts: [], messages: null, tail: "", tooLarge: { message, neededTokens, budget } };
  }
  return {
    model,
    told: receiptView(result.receipt, timeZone),
    texts: result.texts,
    messages: input.messages === true ? result.messages : null,
    tail: result.tail,
    tooLarge: null,
  };
}
