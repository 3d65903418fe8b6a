import { type Actor, requireRole, type SessionMetadata } from "@cadre/domain";
import type { EngineDeps } from "../engine-deps.ts";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { insertSession, requireAgent, takeKey } from "./insert-session.ts";
import { titleSession } from "./rename-session.ts";
import { lockSession, sessionOf, type SessionView } from "./session-view.ts";
import { mergeMetadata, requireMetadataRight } from "./update-metadata.ts";

export type NewSession = {
  readonly agentId: string;
  /** A name by which work finds the session; nobody else's. */
  readonly key?: string | undefined;
  readonly title?: string | undefined;
  readonly metadata?: SessionMetadata | undefined;
};

/**
 * Begins a session of a person with an agent. Faults: `access.role-missing`, `agent.not-found`, `session.already-exists` for the key,
 * `session.metadata-too-large`.
 */
export async function createSession(deps: EngineDeps, actor: Actor, input: NewSession): Promise<SessionView> {
  requireRole(actor, "member", "begin sessions");
  requireMetadataRight(actor, input.metadata ?? {});
  return transact(deps, actor, async (tx) => {
    await requireAgent(tx, input.agentId);
    const sessionId = await insertSession(tx, { agentId: input.agentId, kind: "chat", isHumanFacing: true });
    if (input.key !== undefined) await takeKey(tx, sessionId, input.key);
    await nameSession(tx, sessionId, input);
    tx.unit.emit({
      type: "session.begun",
      entity: { kind: "session", id: sessionId },
      payload: { agentId: input.agentId },
      actor: tx.actor,
    });
    return sessionOf(await lockSession(tx, sessionId));
  });
}

/** Title and metadata of a session that was just made. */
export async function nameSession(
  tx: Transaction,
  sessionId: string,
  names: { readonly title?: string | undefined; readonly metadata?: SessionMetadata | undefined },
): Promise<void> {
  if (names.title !== undefined) await titleSession(tx, sessionId, names.title);
  const { metadata } = names;
  if (metadata !== undefined && Object.keys(metadata).length > 0) {
    await mergeMetadata(tx, await lockSession(tx, sessionId), metadata);
  }
}
