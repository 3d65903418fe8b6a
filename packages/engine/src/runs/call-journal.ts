import { type RowsStatement, rowsStatement } from "@cadre/database";
import { type CallOutcome, type CallStatus, storedText, type ToolResultEntry } from "@cadre/domain";
import { canonicalJson, Fault } from "@cadre/shared";
import { APPENDED_EVENT, appendTo, ENTRY_COLUMNS, entryRow, EVENT_COLUMNS } from "../append-statement.ts";
import { CLAIM, CLAIM_COLUMNS, type ClaimRef, isClaimHeld, staleFence } from "../claim.ts";
import { countEntry } from "../count-entry.ts";
import type { EngineDeps } from "../engine-deps.ts";
import type { Transaction } from "../transaction.ts";

type Deps = Pick<EngineDeps, "database" | "newId">;

/** Names one call: the journal's key beside the run. */
export type CallRef = { readonly entryId: string; readonly callId: string };

/** How a finished or refused call is recorded. `outcome` is a word for the engine, such as `submitted`. */
export type CallResult = {
  readonly sessionId: string;
  readonly step: number;
  readonly result: Omit<ToolResultEntry, "kind" | "v" | "assistantEntryId" | "callId">;
  readonly outcome?: string;
};

/**
 * An open call may start when it is new, when a person approved it and that permit is unused (I13), or when an attempt that is gone
 * had started it and it may repeat.
 */
const START = rowsStatement(
  { ...CLAIM_COLUMNS, entryId: "text", callId: "text", eventId: "text", agentId: "text" },
  `${CLAIM}, permit as (
    update approvals a set used_at = cadre_now() from claim
    where a.run_id = claim.run_id and a.entry_id = claim.entry_id and a.call_id = claim.call_id and a.status = 'approved'
      and a.used_at is null
    returning claim.nth
  ), started as (
    update tool_calls c set status = 'started', started_fence = claim.fence, starts = c.starts + 1, started_at = cadre_now()
    from claim
    where c.run_id = claim.run_id and c.entry_id = claim.entry_id and c.call_id = claim.call_id and (
      c.status = 'recorded'
      or (c.status = 'awaiting_approval' and exists (select 1 from permit where permit.nth = claim.nth))
      or (c.status = 'started' and c.started_fence < claim.fence and c.may_repeat))
    returning claim.*, c.organization_id, c.starts, c.step, c.name
  ), event as (
    insert into outbox (event_id, organization_id, type, entity_kind, entity_id, payload, actor_kind, actor_id)
    select event_id, organization_id, 'call.started', 'run', run_id,
      json_build_object('entryId', entry_id, 'callId', call_id, 'name', name, 'step', step, 'starts', starts)::text, 'agent', agent_id
    from started
  )
  select nth, starts from started`,
);

/**
 * Marks a call as started, before its effect (I8), and tells it in the same statement (M113). Returns how often it was started, this
 * time included. Faults: `run.stale-fence`; `call.not-startable` when it has ended, or waits for a person.
 */
export async function startCall(deps: Deps, claim: ClaimRef, call: CallRef): Promise<number> {
  const [row] = await deps.database.write<{ starts: number }, typeof START.columns>(claim.runId, START, {
    runId: claim.runId,
    fence: claim.fence,
    entryId: call.entryId,
    callId: call.callId,
    eventId: deps.newId("event"),
    agentId: claim.agentId,
  });
  if (row !== undefined) return row.starts;
  throw await refusal(deps, claim, { call, as: "started" });
}

const END_COLUMNS = {
  ...ENTRY_COLUMNS,
  ...EVENT_COLUMNS,
  assistantEntryId: "text",
  callId: "text",
  status: "text",
  outcome: "text",
} as const;

/** The call's end, its result in the session and the event are one fenced statement. */
function endStatement(from: string): RowsStatement<typeof END_COLUMNS> {
  return rowsStatement(
    END_COLUMNS,
    `${CLAIM}, call as (
      select claim.* from claim
      join tool_calls c on c.run_id = claim.run_id and c.entry_id = claim.assistant_entry_id and c.call_id = claim.call_id
      where ${from} for update of c
    ), ${appendTo("call")}, ended as (
      update tool_calls c set status = head.status, outcome = head.outcome, result_entry_id = head.entry_id, ended_at = cadre_now()
      from head where c.run_id = head.run_id and c.entry_id = head.assistant_entry_id and c.call_id = head.call_id
    ), ${APPENDED_EVENT}
    select nth from head`,
  );
}

const FINISH = endStatement("c.status = 'started' and c.started_fence = claim.fence");
const REFUSE = endStatement("c.status in ('recorded', 'awaiting_approval')");

/**
 * Ends a started call as done or failed, with its result in the session. Returns the result's entry id.
 * Faults: `run.stale-fence`, `call.not-started`.
 */
export function finishCall(
  deps: Deps,
  claim: ClaimRef,
  call: CallRef & CallResult & { readonly result: { readonly outcome: "done" | "failed" } },
): Promise<string> {
  return endCall(deps, claim, { call, statement: FINISH, as: "finished" });
}

/**
 * Ends a call that never started: `denied` by a person or a policy, `failed` because it cannot run. Faults as `finishCall`.
 */
export function refuseCall(
  deps: Deps,
  claim: ClaimRef,
  call: CallRef & CallResult & { readonly result: { readonly outcome: "denied" | "failed" } },
): Promise<string> {
  return endCall(deps, claim, { call, statement: REFUSE, as: "refused" });
}

async function endCall(
  deps: Deps,
  claim: ClaimRef,
  end: {
    readonly call: CallRef & CallResult;
    readonly statement: RowsStatement<typeof END_COLUMNS>;
    readonly as: "finished" | "refused";
  },
): Promise<string> {
  const { call } = end;
  const id = deps.newId("entry");
  const payload: ToolResultEntry = {
    kind: "tool-result",
    v: 1,
    assistantEntryId: call.entryId,
    callId: call.callId,
    ...call.result,
  };
  const rows = await deps.database.write(claim.runId, end.statement, {
    ...entryRow({
      id,
      sessionId: call.sessionId,
      organizationId: claim.organizationId,
      payload,
      text: storedText(payload),
      origin: { runId: claim.runId, fence: claim.fence, step: call.step },
      tokens: await countEntry(payload),
    }),
    event: canonicalJson({
      entryId: id,
      kind: "tool-result",
      runId: claim.runId,
      step: call.step,
      callId: call.callId,
    }),
    agentId: claim.agentId,
    assistantEntryId: call.entryId,
    callId: call.callId,
    status: call.result.outcome,
    outcome: call.outcome ?? null,
  });
  if (rows.length === 0) throw await refusal(deps, claim, { call, as: end.as });
  return id;
}

/** Marks a recorded call as waiting for a person, in the transaction that asks. Faults: `call.not-recorded`. */
export async function awaitApproval(tx: Transaction, claim: ClaimRef, call: CallRef): Promise<void> {
  const waiting = await tx.unit.count(
    `update tool_calls set status = 'awaiting_approval'
     where run_id = $1 and entry_id = $2 and call_id = $3 and status = 'recorded' returning call_id`,
    [claim.runId, call.entryId, call.callId],
  );
  if (waiting === 0) throw wrongState(call, "call.not-recorded", "It cannot wait for an approval any more.");
}

export type OpenCall = CallRef & {
  readonly name: string;
  /** Canonical text of the arguments. */
  readonly args: string;
  readonly step: number;
  readonly status: Extract<CallStatus, "recorded" | "awaiting_approval" | "started">;
  readonly mayRepeat: boolean;
  readonly starts: number;
  readonly key: string;
};

/** The calls of a run that have not ended, in the order of their replies. */
export function openCalls(deps: Pick<EngineDeps, "database">, runId: string): Promise<OpenCall[]> {
  return deps.database.query<OpenCall>(
    `select entry_id, call_id, name, args, step, status, may_repeat, starts, idempotency_key as key from tool_calls
     where run_id = $1 and status in ('recorded', 'awaiting_approval', 'started') order by step, position`,
    [runId],
  );
}

export type EndedCall = CallRef & {
  readonly name: string;
  readonly step: number;
  readonly status: CallOutcome;
  readonly outcome: string | null;
};

/** Calls of a run that ended with a word for the engine, such as the submit of a task run. The newest comes first. */
export function callsWithOutcome(
  deps: Pick<EngineDeps, "database">,
  runId: string,
  outcome: string,
): Promise<EndedCall[]> {
  return deps.database.query<EndedCall>(
    `select entry_id, call_id, name, step, status, outcome from tool_calls
     where run_id = $1 and status = 'done' and outcome = $2 order by step desc, position desc`,
    [runId, outcome],
  );
}

/** Why a write of the journal touched nothing. */
async function refusal(
  deps: Deps,
  claim: ClaimRef,
  tried: { readonly call: CallRef; readonly as: "started" | "finished" | "refused" },
): Promise<Fault> {
  if (!(await isClaimHeld(deps, claim))) return staleFence(claim);
  switch (tried.as) {
    case "started":
      return wrongState(
        tried.call,
        "call.not-startable",
        "It has ended, it runs already, or a person must decide first.",
      );
    case "finished":
      return wrongState(tried.call, "call.not-started", "Only a call that this attempt started can be finished.");
    case "refused":
      return wrongState(tried.call, "call.not-open", "It has started or ended.");
  }
}

function wrongState(call: CallRef, code: string, message: string): Fault {
  return new Fault("conflict", code, {
    message: `Call ${call.callId}: ${message}`,
    details: { entryId: call.entryId, callId: call.callId },
  });
}
