import { type BundleReceipt, parseReceipt } from "@cadre/core";
import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { lineOf, LINES_WITH_RECEIPTS, type LineRow, type ModelCallLine } from "./model-call-line.ts";

/** A call with its receipt, where one of this version was kept. */
export type ReadCall = {
  readonly line: ModelCallLine;
  readonly receipt: BundleReceipt | undefined;
  readonly timeZone: string;
};

/** Fault: `model-call.not-found`. */
export async function readModelCall(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  callId: string,
): Promise<ReadCall> {
  const [found] = await deps.database.query<LineRow & { readonly receipt: string | null }>(
    `${LINES_WITH_RECEIPTS} where c.id = $1 and c.organization_id = $2`,
    [callId, actor.organizationId],
  );
  if (found === undefined) {
    throw new Fault("not-found", "model-call.not-found", {
      message: `There is no model call ${callId}. List the calls of its run or session to find it.`,
    });
  }
  const { receipt, ...row } = found;
  return {
    line: lineOf(row),
    receipt: receipt === null ? undefined : parseReceipt(receipt),
    timeZone: row.timeZone,
  };
}
