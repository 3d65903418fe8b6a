import { isTerminalTask } from "@cadre/domain";
import type { Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";
import type { TaskChange } from "./task-change.ts";

/** Step 1: ends what belonged to the status the task leaves. */
export async function cleanUpBeforeMove(tx: Transaction, change: TaskChange): Promise<void> {
  const { before, move, to } = change;
  if (before.status === "in_progress" && !isMadeByOwnRun(change)) await stopWork(tx, before, move);
  if (before.status === "review") await tx.mailbox.dropForTask(before.id, { withWork: true });
  if (before.status === "pending" || before.status === "review" || isTerminalTask(to)) {
    await tx.approvals.cancelForTask(before.id, `${before.key}: ${move}`);
  }
  if (isTerminalTask(to)) await tx.mailbox.dropForTask(before.id, { withWork: true });
}

/** A run that submits or blocks its own task ends by itself; stopping it would make its own write stale. */
function isMadeByOwnRun({ actor, before, move }: TaskChange): boolean {
  const isOwn = actor.kind === "agent" && actor.id === before.assigneeId && actor.runId !== undefined;
  return isOwn && (move === "submit" || move === "block");
}

async function stopWork(tx: Transaction, task: TaskRow, reason: string): Promise<void> {
  await tx.runs.stop({ taskId: task.id }, { to: "cancelled", reason, kinds: ["task"] });
  await tx.mailbox.dropForTask(task.id, { withWork: true });
}
