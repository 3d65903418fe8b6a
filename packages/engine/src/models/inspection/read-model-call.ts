import { type BundleReceipt, parseReceipt } from "@cadre/core";
import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../../engine-deps.ts";
import { lineOf, LINES, type LineRow, type ModelCallLine } from "./model-call-line.ts";

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
  const values = [callId, actor.organizationId];
  const [lines, stored] = await Promise.all([
    deps.database.query<LineRow>(`${LINES} where c.id = $1 and c.organization_id = $2`, values),
    deps.database.query<{ receipt: string | null }>(
      "select receipt from model_calls where id = $1 and organization_id = $2",
      values,
    ),
  ]);
  const [row] = lines;
  if (row === undefined) {
    throw new Fault("not-found", "model-call.not-found", {
      message: `There is no model call ${callId}. List the calls of its run or session to find it.`,
    });
  }
  const text = stored[0]?.receipt ?? undefined;
  return {
    line: lineOf(row),
    receipt: text === undefined ? undefined : parseReceipt(text),
    timeZone: row.timeZone,
  };
}
