import { type DescribedItem, describeItem, type ItemPriority, type MailboxContent } from "@cadre/domain";
import { canonicalJson, Fault, storableText } from "@cadre/shared";
import type { PostedItem, Transaction } from "../transaction.ts";

type PostOptions = {
  readonly taskId?: string;
  readonly dedupeKey?: string;
  readonly delayMs?: number;
  readonly sessionId?: string;
  readonly priority?: ItemPriority;
};

/**
 * Posts mail to an agent and queues the run it starts. A known dedupe key, or a beat while one is open, returns the first item (I14).
 * Faults: `agent.not-found`, `mailbox.unknown-type`, `mailbox.bad-item`.
 */
export async function postItem(
  tx: Transaction,
  agentId: string,
  mail: { readonly content: MailboxContent; readonly options: PostOptions },
): Promise<PostedItem> {
  const described = describeItem(mail.content);
  const item = { ...described, priority: mail.options.priority ?? described.priority };
  const { options } = mail;
  const itemId = await insertItem(tx, agentId, { item, options });
  if (itemId === undefined) return knownItem(tx, agentId, { item, options });
  tx.unit.emit({
    type: "item.posted",
    entity: { kind: "item", id: itemId },
    payload: {
      agentId,
      type: item.type,
      lane: item.handling.lane,
      priority: item.priority,
      headline: item.headline,
      taskId: options.taskId,
    },
    actor: tx.actor,
  });
  return { itemId, runId: await startRun(tx, agentId, { itemId, item, options }), isNew: true };
}

async function insertItem(
  tx: Transaction,
  agentId: string,
  mail: { item: DescribedItem; options: PostOptions },
): Promise<string | undefined> {
  const { item, options } = mail;
  const row = await tx.unit.first<{ agent: string; id: string | null }>(
    `with recipient as (
       select id from agents where id = $2 and organization_id = $3 and deleted_at is null
     ), posted as (
       insert into mailbox_items (id, agent_id, organization_id, lane, type, priority, headline, payload, dedupe_key, task_id,
         not_before, starts_run)
       select $1, recipient.id, $3, $4, $5, $6, $7, $8, $9, $10,
         case when $11::int > 0 then cadre_now() + make_interval(secs => $11::int / 1000.0) end, $12
       from recipient
       on conflict do nothing
       returning id
     )
     select recipient.id as agent, posted.id from recipient left join posted on true`,
    [
      tx.deps.newId("item"),
      agentId,
      tx.unit.organizationId,
      item.handling.lane,
      item.type,
      item.priority,
      storableText(item.headline),
      canonicalJson(item.payload),
      options.dedupeKey ?? null,
      options.taskId ?? null,
      options.delayMs ?? 0,
      item.handling.starts !== "none",
    ],
  );
  if (row === undefined) {
    throw new Fault("not-found", "agent.not-found", {
      message: `There is no agent ${agentId} to post to. It may have been deleted.`,
    });
  }
  return row.id ?? undefined;
}

async function knownItem(
  tx: Transaction,
  agentId: string,
  mail: { item: DescribedItem; options: PostOptions },
): Promise<PostedItem> {
  const known = await tx.unit.first<{ id: string; runId: string | null }>(
    `select m.id, r.id as run_id from mailbox_items m
     left join runs r on r.item_id = m.id and r.status in ('queued', 'running', 'waiting')
     where m.agent_id = $1 and (m.dedupe_key = $2
       or ($3 = 'heartbeat' and m.type = 'heartbeat' and m.status in ('queued', 'processing', 'deferred')))
     order by m.dedupe_key = $2 desc nulls last limit 1`,
    [agentId, mail.options.dedupeKey ?? null, mail.item.type],
  );
  if (known === undefined) throw new Error(`Mail for ${agentId} was refused as known, but no such item is there.`);
  return { itemId: known.id, runId: known.runId ?? undefined, isNew: false };
}

async function startRun(
  tx: Transaction,
  agentId: string,
  mail: { itemId: string; item: DescribedItem; options: PostOptions },
): Promise<string | undefined> {
  const { item, options, itemId } = mail;
  const { handling, payload } = item;
  if (handling.starts === "none") return undefined;
  return tx.runs.queue({
    agentId,
    kind: handling.starts,
    scenario: handling.scenario,
    lane: handling.lane,
    priority: item.priority,
    itemId,
    ...(options.taskId === undefined ? {} : { taskId: options.taskId }),
    ...("round" in payload ? { round: payload.round } : {}),
    ...(options.sessionId === undefined ? {} : { sessionId: options.sessionId }),
    ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
  });
}
