import { createHash } from "node:crypto";
import { canonicalJson, storableText, TOOL_LIMITS } from "@cadre/shared";
import type { ApprovalRequest, Transaction } from "../transaction.ts";

/** Tasks and reviews wait for a person however long it takes: nothing else would move them on (I19). */
const ENDLESS_KINDS: readonly string[] = ["task", "review"];

/** The hash an approval binds to: SHA-256 of the exact action text. */
export function actionHash(action: string): string {
  return createHash("sha256").update(action).digest("hex");
}

/**
 * Creates a pending approval and tells the people who may decide it. One call asks once: a repeated request returns the same
 * approval (PEER-C12). Actions and questions expire after 24 hours unless told otherwise.
 */
export async function requestApproval(tx: Transaction, input: ApprovalRequest): Promise<string> {
  const id = tx.deps.newId("approval");
  const action = input.action === undefined ? undefined : storableText(input.action);
  const expiresInMs = input.expiresInMs ?? (ENDLESS_KINDS.includes(input.kind) ? null : TOOL_LIMITS.approvalWaitMs);
  const created = await tx.unit.first<{ id: string }>(
    `insert into approvals (id, organization_id, run_id, entry_id, call_id, task_id, agent_id, kind, title, description, action,
       action_hash, options, allow_freeform, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, cadre_now() + make_interval(secs => $15::bigint / 1000.0))
     on conflict do nothing
     returning id`,
    [
      id,
      tx.unit.organizationId,
      input.call?.runId ?? null,
      input.call?.entryId ?? null,
      input.call?.callId ?? null,
      input.taskId ?? null,
      input.agentId ?? null,
      input.kind,
      storableText(input.title),
      storableText(input.description),
      action ?? null,
      action === undefined ? null : actionHash(action),
      storableText(canonicalJson(input.options ?? [])),
      input.allowFreeform ?? false,
      expiresInMs,
    ],
  );
  if (created === undefined) return knownApproval(tx, input);
  tx.unit.emit({
    type: "approval.requested",
    entity: { kind: "approval", id },
    payload: { kind: input.kind, title: input.title, taskId: input.taskId, agentId: input.agentId },
    actor: tx.actor,
  });
  await tellDeciders(tx, id, input);
  return id;
}

async function knownApproval(tx: Transaction, input: ApprovalRequest): Promise<string> {
  const known = await tx.unit.first<{ id: string }>(
    "select id from approvals where run_id = $1 and entry_id = $2 and call_id = $3 and organization_id = $4",
    [input.call?.runId ?? null, input.call?.entryId ?? null, input.call?.callId ?? null, tx.unit.organizationId],
  );
  if (known === undefined) throw new Error("An approval was refused as known, but no such approval is there.");
  return known.id;
}

/** A review goes to the person named as reviewer; everything else to owners and admins. */
async function tellDeciders(tx: Transaction, approvalId: string, input: ApprovalRequest): Promise<void> {
  const dedupeKey = `approval:${approvalId}`;
  const priority = input.priority ?? "high";
  if (input.kind === "review" && input.taskId !== undefined) {
    const task = await tx.tasks.get(input.taskId);
    await tx.notifications.notify(
      {
        type: "task_review",
        priority,
        title: input.title,
        body: input.description,
        entity: { kind: "task", id: input.taskId },
        dedupeKey,
      },
      task.reviewerKind === "person" ? [task.reviewerId] : undefined,
    );
    return;
  }
  await tx.notifications.notify({
    type: "approval_request",
    priority,
    title: input.title,
    body: input.description,
    entity: { kind: "approval", id: approvalId },
    dedupeKey,
  });
}
