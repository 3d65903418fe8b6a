import { type EntryPayload, parseEntryText } from "@cadre/domain";
import { Fault, SESSION_LIMITS } from "@cadre/shared";
import type { Transaction } from "../transaction.ts";

/** Where a session came from, when it was not begun anew. */
export type SessionOrigin =
  | { readonly kind: "fork"; readonly sessionId: string; readonly entryId: string | null }
  | { readonly kind: "import"; readonly sessionId: string; readonly exportedAt: string; readonly sha256: string };

/** A session as people see it, without its entries. */
export type SessionView = {
  readonly id: string;
  readonly agentId: string;
  readonly kind: string;
  readonly taskId: string | null;
  readonly title: string | null;
  /** Its title, or the beginning of what a person or brief said last. */
  readonly shownTitle: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly isHumanFacing: boolean;
  readonly entries: number;
  readonly headEntryId: string | null;
  readonly revertedFromId: string | null;
  readonly origin: SessionOrigin | null;
  readonly epoch: number;
  readonly turns: number;
  readonly version: number;
  readonly archivedAt: string | null;
  readonly createdAt: string;
};

export type SessionViewRow = Omit<SessionView, "archivedAt" | "createdAt" | "metadata" | "origin" | "shownTitle"> & {
  /** Of one without a title. */
  readonly lastSaid: string | null;
  readonly metadata: string;
  readonly origin: string | null;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
};

const LAST_SAID = `select e.payload from session_entries e
  where e.session_id = sessions.id and e.kind = 'user-message' order by e.seq desc limit 1`;

/** Of a table that is named `sessions`. */
export const SESSION_COLUMNS = `id, agent_id, kind, task_id, title, case when title is null then (${LAST_SAID}) end as last_said, metadata,
  is_human_facing, next_seq - 1 as entries, head_entry_id, reverted_from_id, origin, epoch, turns, version, archived_at, created_at`;

/** A parse boundary: the engine alone writes these texts. */
export function sessionOf({ lastSaid, ...row }: SessionViewRow): SessionView {
  return {
    ...row,
    shownTitle: row.title ?? (lastSaid === null ? null : beginningOf(parseEntryText(lastSaid))),
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    origin: row.origin === null ? null : (JSON.parse(row.origin) as SessionOrigin),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function beginningOf(payload: EntryPayload): string | null {
  if (payload.kind !== "user-message") return null;
  const text = payload.content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
  return Array.from(text.trim()).slice(0, SESSION_LIMITS.shownTitleChars).join("") || null;
}

/** The session's row, locked until the unit ends: nothing is appended meanwhile. Fault: `session.not-found`. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<SessionViewRow> {
  const row = await tx.unit.first<SessionViewRow>(
    `select ${SESSION_COLUMNS} from sessions where id = $1 and organization_id = $2 and deleted_at is null for no key update`,
    [sessionId, tx.unit.organizationId],
  );
  return row ?? missingSession(sessionId);
}

export function missingSession(sessionId: string): never {
  throw new Fault("not-found", "session.not-found", { message: `There is no session ${sessionId}.` });
}
