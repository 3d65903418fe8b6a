import type { Actor, ItemStatus, Lane } from "@cadre/domain";
import { Fault, MAILBOX_LIMITS } from "@cadre/shared";
import type { EngineDeps } from "../engine-deps.ts";

/** One item as people and agents see it. */
export type MailboxEntry = {
  readonly id: string;
  readonly type: string;
  readonly lane: Lane;
  readonly priority: number;
  readonly status: ItemStatus;
  readonly headline: string;
  readonly taskId: string | null;
  readonly notBefore: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
};

export type MailboxView = {
  /** What the agent has in hand, one per lane slot. */
  readonly focus: readonly MailboxEntry[];
  /** What waits, in the order it would be taken: priority with ageing, then first come. At most 50. */
  readonly queue: readonly MailboxEntry[];
  readonly counts: { readonly queued: number; readonly deferred: number; readonly processing: number };
};

type ItemRow = Omit<MailboxEntry, "notBefore" | "createdAt" | "startedAt"> & {
  notBefore: Date | null;
  createdAt: Date;
  startedAt: Date | null;
};

/** An agent's mailbox. Fault: `agent.not-found`. */
export async function listMailbox(
  deps: Pick<EngineDeps, "database">,
  actor: Actor,
  input: { readonly agentId: string },
): Promise<MailboxView> {
  const known = await deps.database.query("select 1 from agents where id = $1 and organization_id = $2", [
    input.agentId,
    actor.organizationId,
  ]);
  if (known.length === 0) {
    throw new Fault("not-found", "agent.not-found", { message: `There is no agent ${input.agentId}.` });
  }
  const open = await deps.database.query<ItemRow>(
    `select id, type, lane, priority, status, headline, task_id, not_before, created_at, started_at from mailbox_items
     where agent_id = $1 and status in ('queued', 'processing', 'deferred')
     order by greatest(0, priority - floor(extract(epoch from cadre_now() - created_at) * 1000 / $2::bigint))::int, created_at, id`,
    [input.agentId, MAILBOX_LIMITS.ageingStepMs],
  );
  const entries = open.map(entryOf);
  const waiting = entries.filter((item) => item.status !== "processing");
  return {
    focus: entries.filter((item) => item.status === "processing"),
    queue: waiting.slice(0, MAILBOX_LIMITS.triagePromptItems),
    counts: {
      queued: waiting.filter((item) => item.status === "queued").length,
      deferred: waiting.filter((item) => item.status === "deferred").length,
      processing: entries.length - waiting.length,
    },
  };
}

function entryOf(row: ItemRow): MailboxEntry {
  return {
    ...row,
    notBefore: row.notBefore?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
  };
}
