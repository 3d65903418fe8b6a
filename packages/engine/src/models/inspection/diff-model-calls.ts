import { diffReceipts, type ReceiptDiff } from "@cadre/core";
import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { previousCall } from "./get-receipt.ts";
import { type BreakView, breakOf, type ModelCallLine } from "./model-call-line.ts";
import { readModelCall, type ReadCall } from "./read-model-call.ts";

export type CallDiff = {
  readonly before: ModelCallLine;
  readonly after: ModelCallLine;
  readonly diff: Omit<ReceiptDiff, "brokenBy">;
  /** What makes the later call's prefix another one. Told exactly of calls that follow each other, else as far as receipts tell. */
  readonly brokenBy: BreakView | null;
};

type Deps = Pick<EngineDeps, "database">;

/** What is not the same in two calls, the first named taken as the earlier. Faults: `model-call.not-found`, `model-call.no-receipt`. */
export async function diffModelCalls(
  deps: Deps,
  actor: Actor,
  input: { readonly callId: string; readonly otherCallId: string },
): Promise<CallDiff> {
  const [before, after] = await Promise.all([
    readModelCall(deps, actor, input.callId),
    readModelCall(deps, actor, input.otherCallId),
  ]);
  const { brokenBy, ...diff } = diffReceipts(receiptOf(before), receiptOf(after));
  const follows = (await previousCall(deps, after.line)) === before.line.id;
  const broken = follows ? after.receipt?.cache.broken : brokenBy;
  return {
    before: before.line,
    after: after.line,
    diff,
    brokenBy: broken === undefined ? null : breakOf(broken, after.timeZone),
  };
}

function receiptOf({ line, receipt }: ReadCall): NonNullable<ReadCall["receipt"]> {
  if (receipt !== undefined) return receipt;
  throw new Fault("not-found", "model-call.no-receipt", {
    message: `No receipt was kept of model call ${line.id}, so there is nothing to compare. Choose a call that has one.`,
  });
}
