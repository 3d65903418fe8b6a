import { MAILBOX_LIMITS, TASK_LIMITS } from "@cadre/shared";
import type { RunTrouble, Transaction } from "../transaction.ts";
import type { ClaimedRun } from "./claimed-run.ts";

type ItemRow = { readonly type: string; readonly headline: string; readonly failures: number };

/** Ends the item of a run that is over; work without mail has none. */
export async function endItemOfRun(
  tx: Transaction,
  claim: ClaimedRun,
  end: { readonly status: "completed" | "dropped"; readonly outcome: string },
): Promise<void> {
  if (claim.itemId !== undefined) await tx.mailbox.end(claim.itemId, end.status, end.outcome);
}

/**
 * What follows work on mail that failed: a new run for the same item, later, up to the item's retries. Then, or when no retry can
 * help, the item is dropped and people are told once for each kind of failure (PEER-C29).
 */
export async function retryTurn(tx: Transaction, claim: ClaimedRun, trouble: RunTrouble): Promise<void> {
  if (claim.itemId === undefined) return;
  const item = await tx.unit.first<ItemRow>(
    `select type, headline, (select count(*)::int from runs r where r.item_id = m.id
       and r.status in ('failed', 'incomplete')) as failures
     from mailbox_items m where id = $1`,
    [claim.itemId],
  );
  if (item === undefined) return;
  if (isHopeless(trouble) || item.failures > MAILBOX_LIMITS.itemMaxRetries) return giveUp(tx, claim, { item, trouble });
  await tx.unit.query("update mailbox_items set status = 'queued' where id = $1 and status = 'processing'", [
    claim.itemId,
  ]);
  await tx.runs.queue({
    agentId: claim.agentId,
    kind: claim.kind,
    scenario: claim.scenario,
    lane: claim.lane,
    priority: claim.priority,
    itemId: claim.itemId,
    delayMs: TASK_LIMITS.retryDelaysMs[item.failures - 1] ?? 0,
    ...(claim.taskId === undefined ? {} : { taskId: claim.taskId }),
    ...(claim.round === undefined ? {} : { round: claim.round }),
    ...(claim.sessionId === undefined ? {} : { sessionId: claim.sessionId }),
  });
}

function isHopeless(trouble: RunTrouble): boolean {
  switch (trouble.kind) {
    case "no-submit":
      return false;
    case "error":
      return trouble.isFatal;
    case "loop-detected":
    case "poison":
      return true;
  }
}

async function giveUp(
  tx: Transaction,
  claim: ClaimedRun,
  failed: { readonly item: ItemRow; readonly trouble: RunTrouble },
): Promise<void> {
  const { item, trouble } = failed;
  const message = trouble.kind === "no-submit" ? "it ended without an answer" : trouble.message;
  await endItemOfRun(tx, claim, { status: "dropped", outcome: `failed: ${message}` });
  if (item.type === "review_request" && claim.taskId !== undefined) {
    await tx.notifications.notify({
      type: "task_review",
      priority: "high",
      title: `${item.headline}: the reviewer failed`,
      body: `Please review it yourself, or name another reviewer. The reason: ${message}`,
      entity: { kind: "task", id: claim.taskId },
      dedupeKey: `run:${claim.runId}:review-failed`,
    });
    return;
  }
  const fingerprint = trouble.kind === "error" ? trouble.fingerprint : trouble.kind;
  await tx.notifications.notify({
    type: "turn_failed",
    priority: "normal",
    title: `Could not handle: ${item.headline}`,
    body: message,
    entity: { kind: "agent", id: claim.agentId },
    // Once a day for each kind of failure: a new outbreak months later is news again.
    dedupeKey: `agent:${claim.agentId}:turn-failed:${fingerprint}:${tx.deps.now().toISOString().slice(0, 10)}`,
  });
}
