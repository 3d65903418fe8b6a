import { type Actor, type Agent, requireRole } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { lockAgent, readAgent } from "./agent-row.ts";

type Input = { readonly agentId: string };

/**
 * Pauses an agent: its attempts end, its tool processes are killed, nothing of it is claimed and no model is called until a resume.
 * Task runs and reviews are held; beats and internal mail are dropped (decisions, "Pause"). Again changes nothing.
 * Faults: `access.role-missing`, `agent.not-found`.
 */
export async function pauseAgent(deps: EngineDeps, actor: Actor, input: Input): Promise<Agent> {
  requireRole(actor, "admin", "pause agents");
  return transact(deps, actor, async (tx) => {
    const before = await lockAgent(tx, input.agentId);
    if (before.pausedAt !== null) return readAgent(tx, before.id);
    // Claims hold this row's share lock: they are over before it changes, or they see the pause (I6).
    await setPaused(tx, before.id, await nameOfActor(tx));
    await tx.mailbox.dropInternal({ agentId: before.id });
    await tx.runs.stop({ agentId: before.id }, { to: "held", reason: "the agent was paused" });
    return readAgent(tx, before.id);
  });
}

/** Lets a paused agent go on with what the pause held. Without a pause it changes nothing. Faults as for a pause. */
export async function resumeAgent(deps: EngineDeps, actor: Actor, input: Input): Promise<Agent> {
  requireRole(actor, "admin", "resume agents");
  return transact(deps, actor, async (tx) => {
    const before = await lockAgent(tx, input.agentId);
    if (before.pausedAt === null) return readAgent(tx, before.id);
    await setPaused(tx, before.id, null);
    await tx.runs.ring({ agentId: before.id });
    return readAgent(tx, before.id);
  });
}

async function setPaused(tx: Transaction, agentId: string, pausedBy: string | null): Promise<void> {
  await tx.unit.query(
    `update agents set paused_at = case when $2::text is not null then cadre_now() end, paused_by = $2,
       pause_epoch = pause_epoch + 1, version = version + 1
     where id = $1`,
    [agentId, pausedBy],
  );
  tx.unit.emit({
    type: pausedBy === null ? "agent.resumed" : "agent.paused",
    entity: { kind: "agent", id: agentId },
    payload: { by: pausedBy ?? undefined },
    actor: tx.actor,
  });
}

/** The name that people read in "paused by …". */
async function nameOfActor(tx: Transaction): Promise<string> {
  const person = await tx.unit.first<{ name: string }>("select name from people where id = $1", [tx.actor.id]);
  return person?.name ?? "the system";
}
