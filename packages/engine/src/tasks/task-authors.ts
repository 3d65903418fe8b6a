import type { Transaction } from "../transaction.ts";

/** Remembers an author of the present round; the second time changes nothing. */
export async function addAuthor(tx: Transaction, taskId: string, agentId: string): Promise<void> {
  await tx.unit.query(
    `insert into task_authors (organization_id, task_id, round, agent_id)
     select organization_id, id, round, $3 from tasks where id = $1 and organization_id = $2
     on conflict do nothing`,
    [taskId, tx.unit.organizationId, agentId],
  );
}
