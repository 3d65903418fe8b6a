import { type AssistantMessageEntry, type EntryPayload, storedEntry, type ToolCallBlock } from "@cadre/domain";
import { rowsStatement } from "@cadre/database";
import { canonicalJson } from "@cadre/shared";
import { createHash } from "node:crypto";
import { APPENDED_EVENT, appendTo, ENTRY_COLUMNS, entryRow, EVENT_COLUMNS, notWritable } from "../append-statement.ts";
import { CLAIM, type ClaimRef, isClaimHeld, staleFence } from "../claim.ts";
import { countEntry } from "../count-entry.ts";
import type { EngineDeps } from "../engine-deps.ts";

/** What the journal must know of a tool to decide after a crash. */
export type CallEffect = {
  readonly effect: "read" | "write" | "external";
  /** An interrupted call may start again: it only reads, or its tool takes the idempotency key. */
  readonly mayRepeat: boolean;
};

export type ReplyToRecord = {
  readonly sessionId: string;
  readonly step: number;
  readonly payload: AssistantMessageEntry;
  /** Names a tool's effect; unknown tools are refused without any. */
  readonly effectOf: (toolName: string) => CallEffect;
};

/** One call of a recorded reply, as it may be started. */
export type RecordedCall = {
  readonly entryId: string;
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** run:entry:call, the idempotency key for the tool. */
  readonly key: string;
};

/**
 * The reply, its calls, the run's step, the ledger's link and the event are one statement, so that a crash leaves all of them or none.
 * `calls` is a JSON text with the calls' columns.
 */
const RECORD = rowsStatement(
  { ...ENTRY_COLUMNS, ...EVENT_COLUMNS, calls: "text" },
  `${CLAIM}, ${appendTo("claim")}, stepped as (
    update runs r set step = head.step from head where r.id = head.run_id
  ), ledger as (
    update model_calls m set entry_id = head.entry_id from head
    where m.run_id = head.run_id and m.fence = head.fence and m.step = head.step and m.purpose = 'main' and m.status = 'done'
      and m.entry_id is null
  ), recorded as (
    insert into tool_calls (run_id, entry_id, call_id, organization_id, position, step, name, args, args_hash, effect, may_repeat,
      idempotency_key)
    select head.run_id, head.entry_id, c.call_id, head.organization_id, c.position, head.step, c.name, c.args, c.args_hash, c.effect,
      c.may_repeat, c.key
    from head cross join lateral json_to_recordset(head.calls::json) as c (call_id text, position int, name text, args text,
      args_hash text, effect text, may_repeat boolean, key text)
  ), ${APPENDED_EVENT}
  select nth from head`,
);

/**
 * Appends a model's reply and journals its calls, before any of them has an effect (I8). Returns the calls in their order.
 * Faults: `run.stale-fence`, `session.not-writable`.
 */
export async function recordReply(
  deps: Pick<EngineDeps, "database" | "newId">,
  claim: ClaimRef,
  reply: ReplyToRecord,
): Promise<{ readonly entryId: string; readonly calls: readonly RecordedCall[] }> {
  const entryId = deps.newId("entry");
  const stored = storedEntry(reply.payload);
  const calls = callsOf(stored.payload).map((block) => ({
    entryId,
    callId: block.callId,
    name: block.name,
    args: block.args,
    key: `${claim.runId}:${entryId}:${block.callId}`,
  }));
  const origin = { runId: claim.runId, fence: claim.fence, step: reply.step };
  const rows = await deps.database.write(claim.runId, RECORD, {
    ...entryRow({
      id: entryId,
      sessionId: reply.sessionId,
      organizationId: claim.organizationId,
      payload: reply.payload,
      text: stored.text,
      origin,
      tokens: await countEntry(stored.payload),
    }),
    event: canonicalJson({ entryId, kind: "assistant-message", runId: claim.runId, step: reply.step }),
    agentId: claim.agentId,
    calls: JSON.stringify(calls.map((call, position) => callRow(call, { position, effectOf: reply.effectOf }))),
  });
  if (rows.length === 0) throw (await isClaimHeld(deps, claim)) ? notWritable(reply.sessionId) : staleFence(claim);
  return { entryId, calls };
}

/** The calls as they are stored. A call id that a model used twice in one reply is one call. */
function callsOf(payload: EntryPayload): ToolCallBlock[] {
  if (payload.kind !== "assistant-message") return [];
  const calls = payload.content.filter((block) => block.type === "tool-call");
  return calls.filter((call, at) => calls.findIndex((other) => other.callId === call.callId) === at);
}

function callRow(
  call: RecordedCall,
  { position, effectOf }: { readonly position: number; readonly effectOf: ReplyToRecord["effectOf"] },
): Readonly<Record<string, string | number | boolean>> {
  const args = canonicalJson(call.args);
  const { effect, mayRepeat } = effectOf(call.name);
  return {
    call_id: call.callId,
    position,
    name: call.name,
    args,
    args_hash: createHash("sha256").update(args).digest("hex"),
    effect,
    may_repeat: mayRepeat,
    key: call.key,
  };
}
