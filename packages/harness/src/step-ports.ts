import type { BundleResult, ContextBundle } from "@cadre/core";
import type { ModelFailure, ModelReply, SessionEntry, ToolCallBlock } from "@cadre/domain";
import type { ToolResult } from "@cadre/tool-selector";
import type { CompactionPorts, ModelAnswer } from "./compaction-ports.ts";

/** A call of the journal as a step sees it. */
export type JournalCall = {
  readonly entryId: string;
  readonly call: ToolCallBlock;
  readonly status: "recorded" | "awaiting_approval" | "started";
};

/** What a person decided on a call, or that it is still open. */
export type CallDecision =
  | { readonly kind: "none" }
  | { readonly kind: "pending"; readonly approvalId: string }
  | { readonly kind: "approved"; readonly exactText: string }
  | { readonly kind: "refused"; readonly text: string };

export type CallPlan =
  | { readonly kind: "run"; readonly approvedText?: string }
  | { readonly kind: "refused"; readonly result: ToolResult }
  | { readonly kind: "needs-approval"; readonly exactText: string; readonly reason: string };

/** An approval to ask for, with the call it belongs to. */
export type ApprovalAsk = { readonly call: ToolCallBlock; readonly exactText: string; readonly reason: string };

/**
 * Everything a step touches, as functions. Each write is fenced by the engine: a stale attempt's call throws and ends the segment.
 * None of them is retried here.
 */
export type StepPorts = CompactionPorts & {
  readonly load: () => Promise<{
    readonly entries: readonly SessionEntry[];
    readonly openCalls: readonly JournalCall[];
  }>;
  /** Facts are read and the prompt is built; pure in core, loaded by the engine. */
  readonly buildBundle: (entries: readonly SessionEntry[]) => Promise<BundleResult>;
  /** One routed call, reserved before and settled after. Never throws for a provider's failure. */
  readonly callModel: (bundle: ContextBundle, step: number) => Promise<ModelAnswer>;
  /** Appends the reply and records its calls in the journal, in one transaction. Returns the entry's id. */
  readonly appendReply: (reply: ModelReply) => Promise<string>;
  /** Appends a word of the engine. A topic that is already there is not repeated. */
  readonly appendNote: (topic: string, text: string) => Promise<void>;
  /** Says before anything happens whether a call runs, is refused or needs a person; pure. */
  readonly planCall: (call: ToolCallBlock) => CallPlan;
  readonly effectOf: (name: string) => "read" | "write" | "external";
  readonly decisionOf: (entryId: string, call: ToolCallBlock) => Promise<CallDecision>;
  /** Creates all approvals of a step together and marks their calls as awaiting. Returns the approvals' ids. */
  readonly askApprovals: (entryId: string, asks: readonly ApprovalAsk[]) => Promise<readonly string[]>;
  /** Journals the start, before the effect. What an earlier attempt had under way was settled before this step (I8). */
  readonly startCall: (entryId: string, call: ToolCallBlock) => Promise<void>;
  readonly runCall: (entryId: string, call: ToolCallBlock, approvedText: string | undefined) => Promise<ToolResult>;
  /** Journals the end of a started call with its result entry, in one transaction. */
  readonly finishCall: (entryId: string, call: ToolCallBlock, result: ToolResult) => Promise<void>;
  /** Ends a call that never starts, with a result the model can act on. */
  readonly refuseCall: (
    entryId: string,
    call: ToolCallBlock,
    refusal: { readonly outcome: "failed" | "denied"; readonly text: string },
  ) => Promise<void>;
  /** Whether a provider's word that the call was too large leads to a compaction and one more try. */
  readonly recoversFromOverflow: boolean;
};

/** How a step ended. Parking is a return value: crash, park, preempt and drain share one resume path. */
export type StepEnd =
  | { readonly kind: "continue" }
  | { readonly kind: "submitted" }
  | { readonly kind: "ended"; readonly text: string }
  | { readonly kind: "awaiting-approval"; readonly approvalIds: readonly string[] }
  | { readonly kind: "preempted" }
  | { readonly kind: "stopped" }
  | { readonly kind: "loop-detected"; readonly message: string }
  | { readonly kind: "cap-reached"; readonly steps: number }
  | { readonly kind: "over-budget"; readonly message: string }
  | { readonly kind: "invalid-history"; readonly message: string }
  | { readonly kind: "model-failed"; readonly failure: ModelFailure };
