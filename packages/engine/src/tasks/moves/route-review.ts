import type { Transaction } from "../../transaction.ts";
import type { TaskRow } from "../task-row.ts";
import type { Reviewer } from "./task-change.ts";

/**
 * Who reviews a submit: the named reviewer, or a person when that one was deleted or wrote in the round. Decided when the work is
 * submitted, so that a review never waits for nobody (PEER-C39).
 */
export async function routeReview(
  tx: Transaction,
  task: TaskRow,
  options: { readonly to: "named" | "person" } = { to: "named" },
): Promise<Reviewer> {
  const named: Reviewer = { kind: task.reviewerKind, id: task.reviewerId };
  if (options.to === "named" && (await canReview(tx, task, named))) return named;
  const person = await tx.unit.first<{ personId: string }>(
    `select person_id from memberships where organization_id = $1 and role <> 'viewer'
     order by (person_id = $2) desc, array_position(array['owner', 'admin', 'member'], role), created_at, person_id limit 1`,
    [tx.unit.organizationId, task.createdById],
  );
  return person === undefined ? named : { kind: "person", id: person.personId };
}

async function canReview(tx: Transaction, task: TaskRow, reviewer: Reviewer): Promise<boolean> {
  if (reviewer.kind === "person") {
    const member = await tx.unit.first(
      "select 1 from memberships where organization_id = $1 and person_id = $2 and role <> 'viewer'",
      [tx.unit.organizationId, reviewer.id],
    );
    return member !== undefined;
  }
  const agent = await tx.unit.first(
    `select 1 from agents where id = $1 and deleted_at is null and id <> $2
     and not exists (select 1 from task_authors where task_id = $3 and round = $4 and agent_id = $1)`,
    [reviewer.id, task.assigneeId, task.id, task.round],
  );
  return agent !== undefined;
}
