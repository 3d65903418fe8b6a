import type { CallOutcome } from "@cadre/domain";
import type { Transaction } from "../transaction.ts";

type OpenCallRow = {
  readonly runId: string;
  readonly entryId: string;
  readonly callId: string;
  readonly name: string;
  readonly step: number;
  readonly status: "recorded" | "awaiting_approval" | "started";
  readonly sessionId: string | null;
  readonly fence: number;
};

type Closing = { readonly outcome: CallOutcome; readonly text: (reason: string) => string };

/** How a call ends when its run does: only what had started can have happened (I8). */
const CLOSINGS: Record<OpenCallRow["status"], Closing> = {
  recorded: { outcome: "failed", text: (reason) => `Not run: ${reason}.` },
  awaiting_approval: { outcome: "denied", text: (reason) => `Not run, nobody had approved it yet: ${reason}.` },
  started: {
    outcome: "unknown",
    text: (reason) => `This call was interrupted (${reason}) and may or may not have happened; check before repeating.`,
  },
};

/**
 * Ends the open calls of runs that are over, each with a result in its session: no call of the log stays without an answer, and a
 * later run in the same session reads what became of it.
 */
export async function closeCalls(tx: Transaction, runIds: readonly string[], reason: string): Promise<void> {
  const open = await tx.unit.query<OpenCallRow>(
    `select c.run_id, c.entry_id, c.call_id, c.name, c.step, c.status, r.session_id, r.fence
     from tool_calls c join runs r on r.id = c.run_id
     where c.run_id = any($1::text[]) and c.status in ('recorded', 'awaiting_approval', 'started')
     order by c.run_id, c.step, c.position`,
    [runIds],
  );
  for (const call of open) await closeCall(tx, call, reason);
}

async function closeCall(tx: Transaction, call: OpenCallRow, reason: string): Promise<void> {
  const { outcome, text } = CLOSINGS[call.status];
  const resultEntryId = call.sessionId === null ? null : await appendResult(tx, call, { outcome, text: text(reason) });
  await tx.unit.query(
    `update tool_calls set status = $4, result_entry_id = $5, outcome = $6, ended_at = cadre_now()
     where run_id = $1 and entry_id = $2 and call_id = $3`,
    [call.runId, call.entryId, call.callId, outcome, resultEntryId, reason],
  );
}

async function appendResult(
  tx: Transaction,
  call: OpenCallRow,
  result: { readonly outcome: CallOutcome; readonly text: string },
): Promise<string> {
  return tx.sessions.append(
    call.sessionId ?? "",
    {
      kind: "tool-result",
      v: 1,
      assistantEntryId: call.entryId,
      callId: call.callId,
      name: call.name,
      outcome: result.outcome,
      text: result.text,
    },
    { runId: call.runId, fence: call.fence, step: call.step },
  );
}
