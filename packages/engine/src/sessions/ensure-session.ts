import { storableText } from "@cadre/shared";
import type { SessionWrites, Transaction } from "../transaction.ts";

type SessionInput = Parameters<SessionWrites["ensure"]>[0];

/**
 * The head session of a key, made when it is missing or archived: work goes on in a new one then. Two who ask at once get the same one.
 */
export async function ensureSession(
  tx: Transaction,
  input: SessionInput,
): Promise<{ readonly sessionId: string; readonly isNew: boolean }> {
  const known = await headOf(tx, input.key);
  if (known !== undefined) return { sessionId: known, isNew: false };

  const sessionId = tx.deps.newId("session");
  await tx.unit.query(
    `insert into sessions (id, organization_id, agent_id, kind, task_id, title, is_human_facing)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      sessionId,
      tx.unit.organizationId,
      input.agentId,
      input.kind,
      input.taskId ?? null,
      input.title === undefined ? null : storableText(input.title),
      input.isHumanFacing ?? false,
    ],
  );
  const isOurs = await tx.unit.count(
    `insert into session_keys (organization_id, key, session_id) values ($1, $2, $3)
     on conflict (organization_id, key) do update set session_id = excluded.session_id
     where exists (select 1 from sessions s where s.id = session_keys.session_id and s.archived_at is not null)
     returning key`,
    [tx.unit.organizationId, input.key, sessionId],
  );
  if (isOurs === 1) {
    tx.unit.emit({
      type: "session.created",
      entity: { kind: "session", id: sessionId },
      payload: { agentId: input.agentId, kind: input.kind, taskId: input.taskId },
      actor: tx.actor,
    });
    return { sessionId, isNew: true };
  }

  await tx.unit.query("delete from sessions where id = $1", [sessionId]);
  const winner = await headOf(tx, input.key);
  if (winner === undefined) throw new Error(`Session key ${input.key} was refused as known, but it points nowhere.`);
  return { sessionId: winner, isNew: false };
}

async function headOf(tx: Transaction, key: string): Promise<string | undefined> {
  const row = await tx.unit.first<{ sessionId: string }>(
    `select k.session_id from session_keys k join sessions s on s.id = k.session_id
     where k.organization_id = $1 and k.key = $2 and s.archived_at is null`,
    [tx.unit.organizationId, key],
  );
  return row?.sessionId;
}
