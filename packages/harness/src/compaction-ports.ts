import type { CompactionDue, CompactionPlan, SummaryRequest } from "@cadre/core";
import type { CompactionEntry, ModelFailure, ModelReply, SessionEntry } from "@cadre/domain";

export type ModelAnswer =
  { readonly kind: "reply"; readonly reply: ModelReply } | { readonly kind: "failed"; readonly failure: ModelFailure };

/** What a compaction touches, as functions. Writes are fenced by the engine. */
export type CompactionPorts = {
  /** Plans beside the event loop; undefined when none is due or nothing can be cut. `asked`: due or not. */
  readonly planCompaction: (
    entries: readonly SessionEntry[],
    due: CompactionDue | "asked",
  ) => Promise<CompactionPlan | undefined>;
  /** Runs before anything leaves the prompt. What keeps it from its work is reported there, never thrown here. */
  readonly flushMemory: (plan: CompactionPlan) => Promise<void>;
  /** One routed call, reserved before and settled after, recorded as a summary. Never throws for a provider's failure. */
  readonly summarise: (request: SummaryRequest) => Promise<ModelAnswer>;
  /** Appends the entry, unless the log was compacted meanwhile. `failure`: why no model's words are in it. */
  readonly appendCompaction: (
    entry: CompactionEntry,
    plan: CompactionPlan,
    failure: ModelFailure | undefined,
  ) => Promise<void>;
  readonly boundary: () => "go" | "preempt" | "stop";
};
