import type { Transaction } from "../../transaction.ts";
import { startWork } from "../moves/start-work.ts";
import type { TaskRow } from "../task-row.ts";

export type RoundChange = {
  /** `new-round` or `assign`: what the history calls it. */
  readonly move: string;
  readonly assigneeId: string;
  readonly note?: string | undefined;
};

/**
 * Begins a new round without leaving the status: a clean session, for the same assignee or another. What ran in the old round is
 * stopped; in progress, the new one starts at once.
 */
export async function beginRound(tx: Transaction, task: TaskRow, change: RoundChange): Promise<TaskRow> {
  const isAtWork = task.status === "in_progress";
  if (isAtWork) {
    await tx.runs.stop({ taskId: task.id }, { to: "cancelled", reason: change.move, kinds: ["task"] });
    await tx.mailbox.dropForTask(task.id, { withWork: true });
  }
  const after = await tx.unit.first<TaskRow>(
    `with changed as (
       update tasks set round = round + 1, version = version + 1, assignee_id = $3, error_retries = 0, same_error_retries = 0,
         no_submit_retries = 0, error_fingerprint = null, not_before = null, updated_at = cadre_now()
       where id = $1 and version = $2 returning *
     ), noted as (
       insert into task_transitions
         (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id, note)
       select organization_id, id, $4, status, status, version, round, $5, $6, $7 from changed
     )
     select * from changed`,
    [task.id, task.version, change.assigneeId, change.move, tx.actor.kind, tx.actor.id, change.note ?? null],
  );
  if (after === undefined) throw new Error(`Task ${task.id} was locked and still changed.`);
  if (isAtWork) await startWork(tx, after, { cause: `v${after.version}`, note: change.note });
  return after;
}
