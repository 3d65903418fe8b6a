import { type BundleReceipt, parseReceipt } from "@cadre/core";
import type { EngineDeps } from "../../engine-deps.ts";
import { type ModelName, nameOf } from "./assemble-context.ts";

/** The newest answered call of a session. */
export type NewestCall = ModelName & {
  /** Undefined when it is of another version of receipts. */
  readonly receipt: BundleReceipt | undefined;
};

/**
 * What a session sent last, whichever run, attempt or process did it: the next call tells from it what broke the cache. The model is the
 * one that answered, which after a fallback is not the one the call was made for.
 */
export async function newestCall(
  deps: Pick<EngineDeps, "database">,
  sessionId: string,
): Promise<NewestCall | undefined> {
  const [row] = await deps.database.query<ModelName & { readonly receipt: string | null }>(
    `select provider, model, receipt from model_calls
     where session_id = $1 and purpose = 'main' and status = 'done' order by started_at desc, id desc limit 1`,
    [sessionId],
  );
  if (row === undefined) return undefined;
  const receipt = row.receipt === null ? undefined : parseReceipt(row.receipt);
  return { ...row, receipt: receipt && answeredBy(receipt, row) };
}

/** A receipt of the model that answered: its cache is the one that now has the prefix. */
function answeredBy(receipt: BundleReceipt, model: ModelName): BundleReceipt {
  return { ...receipt, model: nameOf(model) };
}
