import { type Actor, type Feedback, type NewFeedback, requireRole } from "@cadre/domain";
import { Fault, storableText } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { FEEDBACK_ROWS, feedbackOf, type FeedbackRow } from "./feedback-row.ts";

/**
 * Says something of an agent, a task or a deliverable. The agent whose work it is reads it from its next call on. Faults:
 * `access.role-missing`, `agent.not-found`, `task.not-found`, `deliverable.not-found`, `feedback.of-no-agent`.
 */
export function giveFeedback(deps: EngineDeps, actor: Actor, input: NewFeedback): Promise<Feedback> {
  requireRole(actor, "member", "give feedback");
  if (actor.kind !== "person") {
    throw new Fault("forbidden", "feedback.of-people-only", { message: "Only a person gives feedback." });
  }
  return transact(deps, actor, async (tx) => {
    const agentId = await workerOf(tx, input);
    const id = deps.newId("feedback");
    await tx.unit.query(
      `insert into feedback (id, organization_id, person_id, agent_id, task_id, deliverable_id, rating, text)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        tx.unit.organizationId,
        actor.id,
        agentId,
        input.taskId ?? null,
        input.deliverableId ?? null,
        input.rating ?? null,
        storableText(input.text),
      ],
    );
    tx.unit.emit({
      type: "feedback.given",
      entity: { kind: "feedback", id },
      payload: {
        agentId,
        taskId: input.taskId ?? null,
        deliverableId: input.deliverableId ?? null,
        rating: input.rating ?? null,
      },
      actor: tx.actor,
    });
    const row = await tx.unit.first<FeedbackRow>(`${FEEDBACK_ROWS} and f.id = $2`, [tx.unit.organizationId, id]);
    if (row === undefined) throw new Error(`Feedback ${id} was made and is gone.`);
    return feedbackOf(row);
  });
}

/** The agent whose work it is: the task's assignee, or who made the deliverable. */
async function workerOf(tx: Transaction, { agentId, taskId, deliverableId }: NewFeedback): Promise<string> {
  if (agentId !== undefined) {
    const text = "select id from agents where id = $1 and organization_id = $2 and deleted_at is null";
    return (await found(tx, text, agentId)) ?? missing("agent", agentId);
  }
  if (taskId !== undefined) {
    const text = "select assignee_id as id from tasks where id = $1 and organization_id = $2";
    return (await found(tx, text, taskId)) ?? missing("task", taskId);
  }
  const row = await tx.unit.first<{ id: string | null }>(
    `select coalesce(case when d.created_by_kind = 'agent' then d.created_by_id end, t.assignee_id) as id
     from deliverables d left join tasks t on t.id = d.task_id where d.id = $1 and d.organization_id = $2`,
    [deliverableId ?? "", tx.unit.organizationId],
  );
  if (row === undefined) return missing("deliverable", deliverableId ?? "");
  if (row.id !== null) return row.id;
  throw new Fault("conflict", "feedback.of-no-agent", {
    message: "No agent made this deliverable, so nobody would read it. Say it to whoever registered it.",
    field: "deliverableId",
  });
}

async function found(tx: Transaction, text: string, id: string): Promise<string | undefined> {
  return (await tx.unit.first<{ id: string }>(text, [id, tx.unit.organizationId]))?.id;
}

function missing(kind: "agent" | "task" | "deliverable", id: string): never {
  throw new Fault("not-found", `${kind}.not-found`, {
    message: `There is no ${kind} ${id} to say anything of. List the ${kind}s to find it.`,
    field: `${kind}Id`,
  });
}
