import { Fault } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import type { Reviewer } from "./moves/task-change.ts";

/** Faults unless the agent exists and was not deleted; it cannot be deleted before this transaction ends. */
export async function requireAgent(tx: Transaction, agentId: string, field: string): Promise<void> {
  const agent = await tx.unit.first<{ deletedAt: Date | null; name: string }>(
    "select deleted_at, name from agents where id = $1 and organization_id = $2 for share",
    [agentId, tx.unit.organizationId],
  );
  if (agent === undefined) {
    throw new Fault("not-found", "agent.not-found", {
      message: `There is no agent ${agentId}. List the agents and use one of their ids.`,
      field,
    });
  }
  if (agent.deletedAt === null) return;
  throw new Fault("conflict", "agent.deleted", {
    message: `${agent.name} was deleted and takes no more work. Choose another agent.`,
    field,
  });
}

/** Faults unless the reviewer exists, may judge, and is somebody else than the one who does the work (PEER-T16). */
export async function requireReviewer(
  tx: Transaction,
  reviewer: Reviewer,
  task: { readonly assigneeId: string; readonly authorIds?: readonly string[] },
): Promise<void> {
  if (reviewer.kind === "agent") {
    if (reviewer.id === task.assigneeId || task.authorIds?.includes(reviewer.id) === true) refuseSelfReview();
    return requireAgent(tx, reviewer.id, "reviewerId");
  }
  const person = await tx.unit.first<{ role: string }>(
    "select role from memberships where organization_id = $1 and person_id = $2",
    [tx.unit.organizationId, reviewer.id],
  );
  if (person === undefined) {
    throw new Fault("not-found", "person.not-found", {
      message: `There is no person ${reviewer.id} in this organization. List its members and use one of their ids.`,
      field: "reviewerId",
    });
  }
  if (person.role !== "viewer") return;
  throw new Fault("conflict", "task.reviewer-is-viewer", {
    message: "A viewer cannot judge work. Name a member, an admin, an owner or an agent as reviewer.",
    field: "reviewerId",
  });
}

function refuseSelfReview(): never {
  throw new Fault("invalid", "task.self-review", {
    message: "Nobody reviews their own work: the reviewer must be another agent than the one who does it, or a person.",
    field: "reviewerId",
  });
}
