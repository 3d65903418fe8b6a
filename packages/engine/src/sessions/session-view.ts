import { Fault } from "@cadre/shared";

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
  /** The newest entry of the branch that goes on. */
  readonly headEntryId: string | null;
  readonly archivedAt: string | null;
  readonly createdAt: string;
};

export type SessionViewRow = Omit<SessionView, "archivedAt" | "createdAt"> & {
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
};

export const SESSION_COLUMNS =
  "id, agent_id, kind, task_id, title, is_human_facing, next_seq - 1 as entries, epoch, turns, head_entry_id, archived_at, created_at";

export function sessionOf(row: SessionViewRow): SessionView {
  return { ...row, archivedAt: row.archivedAt?.toISOString() ?? null, createdAt: row.createdAt.toISOString() };
}

export function missingSession(sessionId: string): never {
  throw new Fault("not-found", "session.not-found", { message: `There is no session ${sessionId}.` });
}
