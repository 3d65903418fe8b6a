import type { Actor } from "@cadre/domain";
import { Fault } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";

/** A session as people see it, without its entries. */
export type SessionView = {
  readonly id: string;
  readonly agentId: string;
  readonly kind: string;
  readonly taskId: string | null;
  readonly title: string | null;
  readonly isHumanFacing: boolean;
  readonly entries: number;
  readonly epoch: number;
  readonly turns: number;
  readonly archivedAt: string | null;
  readonly createdAt: string;
};

type SessionRow = Omit<SessionView, "archivedAt" | "createdAt"> & { archivedAt: Date | null; createdAt: Date };

/** One session. Fault: `session.not-found`. */
export async function getSession(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly sessionId: string },
): Promise<SessionView> {
  const [row] = await deps.database.query<SessionRow>(
    `select id, agent_id, kind, task_id, title, is_human_facing, next_seq - 1 as entries, epoch, turns, archived_at, created_at
     from sessions where id = $1 and organization_id = $2`,
    [input.sessionId, actor.organizationId],
  );
  if (row === undefined) {
    throw new Fault("not-found", "session.not-found", { message: `There is no session ${input.sessionId}.` });
  }
  return { ...row, archivedAt: row.archivedAt?.toISOString() ?? null, createdAt: row.createdAt.toISOString() };
}
