import { compactionEntry, type CompactionDue, type CompactionPlan, proseOf } from "@cadre/core";
import { type ModelFailure, type SessionEntry, textOf } from "@cadre/domain";
import type { CompactionPorts } from "./compaction-ports.ts";
import { cutSteps } from "./turn-log.ts";

export type CompactionEnd =
  /** The log has a new compaction; what was loaded of it is old. */
  | "compacted"
  /** None is due, or nothing can be cut: the call is trimmed instead. */
  | "not-needed"
  | "stopped";

/**
 * Makes a history shorter, once and for good: plans, has what is worth keeping written down, asks a model for words on top, and appends the
 * entry. A model that does not answer costs only its words (M27). A crash before the append leaves the log as it was; after it, the next
 * step finds the entry.
 */
export async function compactHistory(
  ports: CompactionPorts,
  entries: readonly SessionEntry[],
  due: CompactionDue | "asked",
): Promise<CompactionEnd> {
  const plan = await ports.planCompaction(entries, due);
  if (plan === undefined) return "not-needed";
  await ports.flushMemory(plan);
  const summary = await summarise(ports, plan);
  if (summary.kind === "stopped") return "stopped";
  const entry = compactionEntry(plan, summary.prose);
  if (entry === undefined) return "not-needed";
  const turn = { steps: cutSteps(entries, plan.firstKeptEntryId) };
  await ports.appendCompaction({ ...entry, details: { ...entry.details, turn } }, plan, summary.failure);
  return "compacted";
}

type Summary =
  | { readonly kind: "stopped" }
  | { readonly kind: "words"; readonly prose?: string | undefined; readonly failure?: ModelFailure | undefined };

/** A model's words, asked for with fewer characters after each overflow of its window, or why there are none. */
async function summarise(ports: CompactionPorts, plan: CompactionPlan): Promise<Summary> {
  let failure: ModelFailure | undefined;
  for (const request of plan.summaryRequests) {
    if (ports.boundary() === "stop") return { kind: "stopped" };
    const answer = await ports.summarise(request);
    if (answer.kind === "reply") return { kind: "words", prose: proseOf(textOf(answer.reply.message)) };
    failure = answer.failure;
    if (failure.kind === "aborted") return { kind: "stopped" };
    if (!OVERFLOWS.includes(failure.kind)) break;
  }
  return { kind: "words", failure };
}

const OVERFLOWS: readonly ModelFailure["kind"][] = ["context-exceeded", "too-large"];
