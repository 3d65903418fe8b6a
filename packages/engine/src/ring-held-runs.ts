import type { Transaction } from "./transaction.ts";

type HeldRun = { readonly id: string; readonly fence: number; readonly priority: number };

/** Rings, after the commit, for what a pause held: every due run of one agent, or of the organization. */
export async function ringHeldRuns(
  tx: Transaction,
  whose: { readonly agentId: string } | { readonly organization: true },
): Promise<void> {
  const held = await tx.unit.query<HeldRun>(
    `select id, fence, priority from runs
     where organization_id = $1 and status = 'queued' and ($2::text is null or agent_id = $2)
       and (not_before is null or not_before <= cadre_now())
     order by priority, queued_at, id`,
    [tx.unit.organizationId, "agentId" in whose ? whose.agentId : null],
  );
  tx.unit.afterCommit(() => {
    for (const run of held) {
      tx.deps.doorbell.run({ runId: run.id, fence: run.fence, priority: run.priority, delayMs: 0 });
    }
  });
}
