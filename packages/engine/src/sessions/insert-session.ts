import { canonicalJson, Fault, storableText } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";
import type { SessionOrigin } from "./session-view.ts";

export type SessionSeed = {
  readonly agentId: string;
  readonly kind: string;
  readonly taskId?: string | null;
  readonly title?: string | null;
  readonly isHumanFacing: boolean;
  readonly origin?: SessionOrigin;
};

/** A session without entries and without a key. Returns its id. */
export async function insertSession(tx: Transaction, seed: SessionSeed): Promise<string> {
  const sessionId = tx.deps.newId("session");
  const { organizationId } = tx.unit;
  await tx.unit.query(
    `insert into sessions (id, organization_id, agent_id, kind, task_id, title, is_human_facing, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      sessionId,
      organizationId,
      seed.agentId,
      seed.kind,
      seed.taskId ?? null,
      seed.title ?? null,
      seed.isHumanFacing,
      seed.origin === undefined ? null : canonicalJson(seed.origin),
    ],
  );
  tx.unit.emit({
    type: "session.created",
    entity: { kind: "session", id: sessionId },
    payload: { agentId: seed.agentId, kind: seed.kind, taskId: seed.taskId ?? undefined },
    actor: tx.actor,
  });
  return sessionId;
}

/** Gives a new session its key. Fault: `session.already-exists` when another session has it (TW-13). */
export async function takeKey(tx: Transaction, sessionId: string, given: string): Promise<void> {
  const key = storableText(given);
  const taken = await tx.unit.count(
    `insert into session_keys (organization_id, key, session_id) values ($1, $2, $3)
     on conflict (organization_id, key) do nothing returning key`,
    [tx.unit.organizationId, key, sessionId],
  );
  if (taken === 1) return;
  throw new Fault("conflict", "session.already-exists", {
    message: `A session with the key ${key} exists already. Use that one, or give this one another key.`,
    field: "key",
  });
}

/** Fault `agent.not-found` unless the organization has the agent. */
export async function requireAgent(tx: Transaction, agentId: string): Promise<void> {
  const known = await tx.unit.first(
    "select 1 from agents where id = $1 and organization_id = $2 and deleted_at is null",
    [agentId, tx.unit.organizationId],
  );
  if (known !== undefined) return;
  throw new Fault("not-found", "agent.not-found", {
    message: `There is no agent ${agentId}. List the agents to find it.`,
    field: "agentId",
  });
}
