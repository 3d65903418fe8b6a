import { type BundleReceipt, budgetWords, type ReceiptChange, receiptChanges } from "@cadre/core";
import type { Actor } from "@cadre/domain";
import type { EngineDeps } from "../../engine-deps.ts";
import { type BreakView, breakOf, type ModelCallLine } from "./model-call-line.ts";
import { readModelCall } from "./read-model-call.ts";

/** What went in, by size and by name: a receipt without what `changes` and `broken` put into words. */
export type ReceiptFacts = Pick<
  BundleReceipt,
  "v" | "at" | "model" | "tools" | "sections" | "compacted" | "lastEntryId" | "messages" | "budget"
> & { readonly cache: Pick<BundleReceipt["cache"], "marks" | "predictedTokens"> };

/** A receipt, with its words. */
export type ReceiptView = {
  readonly receipt: ReceiptFacts;
  /** What kept the call from reading all that the call before it had left in the cache. */
  readonly broken: BreakView | null;
  /** What was virtualised, capped, compacted, trimmed or repaired, and why. */
  readonly changes: readonly ReceiptChange[];
  /** The window's arithmetic, as a person may check it. */
  readonly budgetWords: string;
};

export type CallReceipt = {
  readonly call: ModelCallLine;
  /** Null for calls without one, and for those of an older version of receipts. */
  readonly told: ReceiptView | null;
  /** The stretch of the log that the history is made of, by sequence numbers. */
  readonly history: { readonly fromSeq: number; readonly toSeq: number } | null;
  /** The session's answered call before this one: what it was compared with. */
  readonly previousCallId: string | null;
};

type Deps = Pick<EngineDeps, "database">;

/** What went into a call and why. Fault: `model-call.not-found`. */
export async function getCallReceipt(
  deps: Deps,
  actor: Actor,
  input: { readonly callId: string },
): Promise<CallReceipt> {
  const { line, receipt, timeZone } = await readModelCall(deps, actor, input.callId);
  const [history, previousCallId] = await Promise.all([
    receipt === undefined ? null : readHistory(deps, receipt),
    previousCall(deps, line),
  ]);
  return { call: line, told: receipt === undefined ? null : receiptView(receipt, timeZone), history, previousCallId };
}

export function receiptView(receipt: BundleReceipt, timeZone: string): ReceiptView {
  const { v, at, model, tools, sections, compacted, lastEntryId, messages, budget } = receipt;
  const { marks, predictedTokens, broken } = receipt.cache;
  return {
    receipt: {
      v,
      at,
      model,
      tools,
      sections,
      compacted,
      lastEntryId,
      messages,
      budget,
      cache: { marks, predictedTokens },
    },
    broken: broken === undefined ? null : breakOf(broken, timeZone),
    changes: receiptChanges(receipt),
    budgetWords: budgetWords(budget),
  };
}

const HISTORY = `select coalesce(kept.seq, folded.seq, 1) as from_seq, newest.seq as to_seq
  from session_entries newest
  left join session_entries folded on folded.id = $2 and folded.session_id = newest.session_id
  left join session_entries kept
    on kept.session_id = newest.session_id and kept.id = folded.payload::jsonb ->> 'firstKeptEntryId'
  where newest.id = $1`;

/** Ids of entries in a receipt are those of the call's own session. */
async function readHistory(deps: Deps, { lastEntryId, compacted }: BundleReceipt): Promise<CallReceipt["history"]> {
  if (lastEntryId === undefined) return null;
  const [row] = await deps.database.query<NonNullable<CallReceipt["history"]>>(HISTORY, [
    lastEntryId,
    compacted?.entryId ?? null,
  ]);
  return row ?? null;
}

/** The newest answered call of the session before a call, if there is one. */
export async function previousCall(
  deps: Deps,
  { id, sessionId }: Pick<ModelCallLine, "id" | "sessionId">,
): Promise<string | null> {
  if (sessionId === null) return null;
  const [row] = await deps.database.query<{ id: string }>(
    `select b.id from model_calls c join model_calls b on b.session_id = c.session_id
     where c.id = $1 and b.session_id = $2 and b.purpose = 'main' and b.status = 'done' and (b.started_at, b.id) < (c.started_at, c.id)
     order by b.started_at desc, b.id desc limit 1`,
    [id, sessionId],
  );
  return row?.id ?? null;
}
