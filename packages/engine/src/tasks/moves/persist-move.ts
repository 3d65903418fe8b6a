import { isTerminalTask, type TaskMove } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { Transaction } from "../../transaction.ts";
import { nextRunOf } from "../schedule/stored-schedule.ts";
import type { TaskRow } from "../task-row.ts";
import type { TaskChange } from "./task-change.ts";

/** Moves that begin a new round: a clean session, and authors and submits of its own. */
const NEW_ROUND: readonly TaskMove[] = ["revise", "reopen", "retry"];

/** Step 2: the row, compared and set on its version, its transition and its verdict. */
export async function persistMove(tx: Transaction, change: TaskChange): Promise<TaskRow> {
  const after = await updateRow(tx, change);
  await tx.unit.query(
    `insert into task_transitions
       (organization_id, task_id, move, from_status, to_status, version, round, actor_kind, actor_id, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      after.organizationId,
      after.id,
      change.move,
      change.before.status,
      after.status,
      after.version,
      after.round,
      change.actor.kind,
      change.actor.id,
      change.note ?? null,
    ],
  );
  if (change.move === "accept" || change.move === "revise") await storeVerdict(tx, change);
  return after;
}

async function updateRow(tx: Transaction, change: TaskChange): Promise<TaskRow> {
  const { before, to, move } = change;
  const rests = to === "completed" || to === "failed";
  const row = await tx.unit.first<TaskRow>(
    `update tasks set status = $3, version = version + 1, round = round + $4, reviewer_kind = $5, reviewer_id = $6,
       blocked_reason = $7, paused_by = $8, next_run_at = $9, schedule_runs = schedule_runs + $13,
       schedule_paused_at = case when $10 then coalesce(schedule_paused_at, cadre_now()) when $11 then null else schedule_paused_at end,
       started_at = case when $3 = 'in_progress' then coalesce(started_at, cadre_now()) else started_at end,
       completed_at = case when $12 then coalesce(completed_at, cadre_now()) else completed_at end,
       error_retries = 0, same_error_retries = 0, no_submit_retries = 0, error_fingerprint = null, not_before = null,
       updated_at = cadre_now()
     where id = $1 and version = $2 returning *`,
    [
      before.id,
      before.version,
      to,
      NEW_ROUND.includes(move) ? 1 : 0,
      change.reviewer.kind,
      change.reviewer.id,
      change.blockedReason,
      change.pausedBy,
      rests ? await nextRunOf(tx, before) : null,
      move === "cancel" || move === "archive",
      move === "reopen",
      // A scheduled task that waits for its first run has completed nothing.
      isTerminalTask(to) && move !== "arm",
      move === "approve" && before.schedule !== null ? 1 : 0,
    ],
  );
  if (row !== undefined) return row;
  throw new Fault("stale", "task.stale", {
    message: `${before.key} changed at the same moment. Read it again and decide anew.`,
    details: { currentVersion: before.version + 1 },
  });
}

async function storeVerdict(tx: Transaction, change: TaskChange): Promise<void> {
  await tx.unit.query(
    `insert into task_verdicts (organization_id, submit_id, task_id, round, reviewer_kind, reviewer_id, verdict, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      change.before.organizationId,
      change.submitId ?? null,
      change.before.id,
      change.before.round,
      change.actor.kind,
      change.actor.id,
      change.move === "accept" ? "accepted" : "revise",
      change.note ?? null,
    ],
  );
}
