import { PROMPT_LIMITS, TOOL_LIMITS } from "@cadre/shared";
import type { BundleReceipt } from "./receipt.ts";

/** One thing that is not sent as it stands in the log, and why. `subject` names an entry, a call or a rule. */
export type ReceiptChange = {
  readonly kind: "virtualised" | "capped" | "compacted" | "trimmed" | "repaired" | "unpinned" | "due";
  readonly subject: string;
  readonly why: string;
};

/** All that a receipt says was virtualised, cut, compacted, trimmed or repaired, in the order it was done. */
export function receiptChanges(receipt: BundleReceipt): readonly ReceiptChange[] {
  const { compacted, trimmed, compactionDue, budget, messages } = receipt;
  return [
    ...receipt.shortened.map(({ callId, chars, as }): ReceiptChange => {
      const limit = `${chars} characters are more than ${TOOL_LIMITS.virtualiseChars}`;
      const how =
        as === "placeholder" ? "a placeholder stands for them, to be paged" : "their beginning and end are shown";
      return { kind: "virtualised", subject: callId, why: `${limit}: ${how}` };
    }),
    ...receipt.capped.map(({ entryIds, chars, shownChars }): ReceiptChange => {
      const why = `of ${chars} characters ${shownChars} are shown: the cap of one message is ${budget.messageCapChars}`;
      return { kind: "capped", subject: entryIds.join(", "), why };
    }),
    ...(compacted === undefined ? [] : [compactedChange(compacted)]),
    ...receipt.unpinned.map((subject): ReceiptChange => {
      return { kind: "unpinned", subject, why: "pins together were over their limit; this one is cut like the rest" };
    }),
    ...(trimmed === undefined ? [] : [trimmedChange(trimmed, messages.limitTokens)]),
    ...receipt.repairs.map(({ rule, detail }): ReceiptChange => ({ kind: "repaired", subject: rule, why: detail })),
    ...(compactionDue === undefined ? [] : [dueChange(compactionDue)]),
  ];
}

function compactedChange({ entryId, tokensBefore }: NonNullable<BundleReceipt["compacted"]>): ReceiptChange {
  return { kind: "compacted", subject: entryId, why: `a summary stands for a beginning of ${tokensBefore} tokens` };
}

function trimmedChange(trimmed: NonNullable<BundleReceipt["trimmed"]>, limitTokens: number): ReceiptChange {
  const { units, steps, tokens } = trimmed;
  const depth = `${Math.round(PROMPT_LIMITS.cutTargetShareOfBudget * 100)} %`;
  const why = `${tokens} tokens (${units} parts) did not fit into ${limitTokens}; a cut goes down to ${depth}`;
  return { kind: "trimmed", subject: `${steps} oldest steps`, why };
}

function dueChange(due: NonNullable<BundleReceipt["compactionDue"]>): ReceiptChange {
  const why =
    due === "tokens" ? "the history is larger than its budget" : "the history has more messages than it should";
  return { kind: "due", subject: "compaction", why };
}
