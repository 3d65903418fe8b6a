import { type AssistantMessageEntry, type EntryPayload, storedEntry, type ToolCallBlock } from "@cadre/domain";
import type { SqlValue } from "@cadre/database";
import { canonicalJson } from "@cadre/shared";
import { createHash } from "node:crypto";
import {
  appendedEvent,
  appendStatement,
  appendValues,
  FIRST_FREE_PARAMETER,
  notWritable,
} from "../append-statement.ts";
import { claimExpression, type ClaimRef, isClaimHeld, staleFence } from "../claim.ts";
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
  /** Tokens of the entry, for the projection. */
  readonly tokens?: number;
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

const P = FIRST_FREE_PARAMETER;

/**
 * Fenced by parameters 7 and 8. The reply, its calls, the run's step, the ledger's link and the event are one statement, so that a
 * crash leaves all of them or none.
 */
const RECORD = `with ${claimExpression(7, 8)}, ${appendStatement("join claim on true")}, stepped as (
    update runs r set step = $9::int from entry where r.id = $7
  ), ledger as (
    update model_calls m set entry_id = $1 from entry
    where m.run_id = $7 and m.fence = $8::int and m.step = $9::int and m.purpose = 'main' and m.status = 'done' and m.entry_id is null
  ), calls as (
    insert into tool_calls (run_id, entry_id, call_id, organization_id, position, step, name, args, args_hash, effect, may_repeat,
      idempotency_key)
    select $7, $1, c.call_id, $3, c.position, $9::int, c.name, c.args, c.args_hash, c.effect, c.may_repeat, c.key
    from entry cross join unnest($${P}::text[], $${P + 1}::int[], $${P + 2}::text[], $${P + 3}::text[], $${P + 4}::text[],
      $${P + 5}::text[], $${P + 6}::boolean[], $${P + 7}::text[])
      as c (call_id, position, name, args, args_hash, effect, may_repeat, key)
  ), ${appendedEvent(P + 8, P + 9)}
  select seq from entry`;

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
  const rows = await deps.database.write(claim.runId, RECORD, [
    ...appendValues({
      id: entryId,
      sessionId: reply.sessionId,
      organizationId: claim.organizationId,
      payload: reply.payload,
      text: stored.text,
      origin,
      tokens: reply.tokens,
    }),
    ...callColumns(calls, reply.effectOf),
    canonicalJson({ entryId, kind: "assistant-message", runId: claim.runId, step: reply.step }),
    claim.agentId,
  ]);
  if (rows.length === 0) throw (await isClaimHeld(deps, claim)) ? notWritable(reply.sessionId) : staleFence(claim);
  return { entryId, calls };
}

/** The calls as they are stored. A call id that a model used twice in one reply is one call. */
function callsOf(payload: EntryPayload): ToolCallBlock[] {
  if (payload.kind !== "assistant-message") return [];
  const calls = payload.content.filter((block) => block.type === "tool-call");
  return calls.filter((call, at) => calls.findIndex((other) => other.callId === call.callId) === at);
}

function callColumns(calls: readonly RecordedCall[], effectOf: ReplyToRecord["effectOf"]): SqlValue[] {
  const args = calls.map((call) => canonicalJson(call.args));
  const effects = calls.map((call) => effectOf(call.name));
  return [
    calls.map((call) => call.callId),
    calls.map((_, position) => position),
    calls.map((call) => call.name),
    args,
    args.map((text) => createHash("sha256").update(text).digest("hex")),
    effects.map((effect) => effect.effect),
    effects.map((effect) => effect.mayRepeat),
    calls.map((call) => call.key),
  ];
}
