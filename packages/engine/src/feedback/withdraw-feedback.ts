import { type Actor, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import { missingFeedback } from "./feedback-row.ts";

/** Takes feedback back: one's own, or as an admin anybody's. Agents read it no more. Faults: `access.role-missing`, `feedback.not-found`. */
export function withdrawFeedback(
  deps: EngineDeps,
  actor: Actor,
  { feedbackId }: { readonly feedbackId: string },
): Promise<void> {
  return transact(deps, actor, async (tx) => {
    const row = await tx.unit.first<{ personId: string; agentId: string }>(
      "select person_id, agent_id from feedback where id = $1 and organization_id = $2 and withdrawn_at is null for update",
      [feedbackId, tx.unit.organizationId],
    );
    if (row === undefined) return missingFeedback(feedbackId);
    const isTheirs = actor.kind === "person" && actor.id === row.personId;
    requireRole(actor, isTheirs ? "member" : "admin", "take back what others said");
    await tx.unit.query("update feedback set withdrawn_at = cadre_now() where id = $1", [feedbackId]);
    tx.unit.emit({
      type: "feedback.withdrawn",
      entity: { kind: "feedback", id: feedbackId },
      payload: { agentId: row.agentId },
      actor: tx.actor,
    });
  });
}
