import type { MailboxContent } from "@cadre/domain";
import { MAILBOX_LIMITS } from "@cadre/shared";
import { engineFixture, type EngineFixture, fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import type { Transaction } from "../transaction.ts";
import { listMailbox } from "./list-mailbox.ts";
import { purgeStaleItems } from "./purge-stale-items.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const beat = (instant: string): MailboxContent => ({ type: "heartbeat", payload: { instant, reasons: ["mail"] } });
const notice = (text: string): MailboxContent => ({ type: "system_event", payload: { subject: "notice", text } });

function statusMail(taskId: string, work: { readonly triggerExecution: boolean }): MailboxContent {
  return {
    type: "task_status_update",
    payload: { taskId, taskKey: "DEMO-1", taskTitle: "Count", status: "in_progress", round: 1, ...work },
  };
}

const news = (taskId: string) => statusMail(taskId, { triggerExecution: false });
const execution = (taskId: string) => statusMail(taskId, { triggerExecution: true });

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(fixture.deps, fixture.given.system, work);
}

async function statusOf(itemId: string): Promise<unknown> {
  const [row] = await fixture.deps.database.query<{ status: string }>(
    "select status from mailbox_items where id = $1",
    [itemId],
  );
  return row?.status;
}

async function runOf(itemId: string): Promise<unknown> {
  const [row] = await fixture.deps.database.query<{ status: string }>("select status from runs where item_id = $1", [
    itemId,
  ]);
  return row?.status;
}

fact("I14", "mail posted twenty times at once under one key is one item and one run", async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Once" });
  const posted = await Promise.all(
    Array.from({ length: 20 }, () =>
      inTransaction((tx) => tx.mailbox.post(agentId, notice("Look."), { dedupeKey: "one" })),
    ),
  );
  expect(new Set(posted.map((item) => item.itemId)).size).toBe(1);
  expect(new Set(posted.map((item) => item.runId)).size).toBe(1);
  expect(posted.filter((item) => item.isNew).length).toBe(1);
  const counted = await deps.database.query(
    `select (select count(*)::int from runs where agent_id = $1) as runs,
       (select count(*)::int from outbox where type = 'item.posted' and payload like '%' || $1 || '%') as events`,
    [agentId],
  );
  expect(counted).toEqual([{ runs: 1, events: 1 }]);
});

test("a key is an agent's own, and a used key stays used after the item has ended", async () => {
  const { given } = fixture;
  const [one, two] = [await given.newAgent({ name: "A" }), await given.newAgent({ name: "B" })];
  const first = await inTransaction((tx) => tx.mailbox.post(one, notice("x"), { dedupeKey: "k" }));
  const other = await inTransaction((tx) => tx.mailbox.post(two, notice("x"), { dedupeKey: "k" }));
  expect(other.isNew).toBe(true);
  await inTransaction((tx) => tx.mailbox.end(first.itemId, "completed", "done"));
  const again = await inTransaction((tx) => tx.mailbox.post(one, notice("x"), { dedupeKey: "k" }));
  expect([again.itemId, again.isNew]).toEqual([first.itemId, false]);
});

test("a beat that comes while one is open is that one, by whichever key it came", async () => {
  const { given } = fixture;
  const agentId = await given.newAgent({ name: "Beat" });
  const posted = await Promise.all(
    ["a", "b", "c", "d"].map((key) =>
      inTransaction((tx) => tx.mailbox.post(agentId, beat(key), { dedupeKey: `beat:${key}` })),
    ),
  );
  expect(new Set(posted.map((item) => item.itemId)).size).toBe(1);
  expect(posted.filter((item) => item.isNew).length).toBe(1);
});

test("nothing is posted to an agent that is deleted, foreign or unknown, and the whole unit is undone", async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Gone" });
  await deps.database.query("update agents set deleted_at = cadre_now() where id = $1", [agentId]);
  for (const recipient of [agentId, "agt_nobody"]) {
    await expect(
      inTransaction(async (tx) => {
        await tx.notifications.notify({ type: "system", title: `before ${recipient}` });
        await tx.mailbox.post(recipient, notice("x"));
      }),
    ).rejects.toMatchObject({ code: "agent.not-found" });
  }
  expect(await deps.database.query("select 1 from notifications where title like 'before %'")).toEqual([]);
});

test("an item ends once; what was in work cannot be merged", async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Ends" });
  const { itemId } = await inTransaction((tx) => tx.mailbox.post(agentId, notice("x")));
  await deps.database.query("update mailbox_items set status = 'processing' where id = $1", [itemId]);
  await expect(inTransaction((tx) => tx.mailbox.end(itemId, "merged", "with another"))).rejects.toMatchObject({
    code: "mailbox.not-queued",
  });
  await inTransaction((tx) => tx.mailbox.end(itemId, "completed", "done"));
  await inTransaction((tx) => tx.mailbox.end(itemId, "dropped", "late"));
  expect(await statusOf(itemId)).toBe("completed");
});

test("a beat that completes has read the news that waited when it started, not what came later", async () => {
  const { deps, given, clock } = fixture;
  const agentId = await given.newAgent({ name: "Reads" });
  const task = await given.task({ assigneeId: agentId, reviewer: { kind: "person", id: given.owner.id } });
  const early = await inTransaction((tx) => tx.mailbox.post(agentId, news(task.id)));
  const open = await inTransaction((tx) => tx.mailbox.post(agentId, beat("1")));
  await clock.advance(1_000);
  await deps.database.query("update mailbox_items set status = 'processing', started_at = cadre_now() where id = $1", [
    open.itemId,
  ]);
  await clock.advance(1_000);
  const late = await inTransaction((tx) => tx.mailbox.post(agentId, news(task.id)));
  await inTransaction((tx) => tx.mailbox.end(open.itemId, "completed", "HEARTBEAT_OK"));
  expect([await statusOf(early.itemId), await statusOf(late.itemId)]).toEqual(["completed", "queued"]);
});

test("leaving a task drops its news, and its work with the runs only when asked to", async () => {
  const { given } = fixture;
  const agentId = await given.newAgent({ name: "Drops" });
  const task = await given.task({ assigneeId: agentId, reviewer: { kind: "person", id: given.owner.id } });
  const told = await inTransaction((tx) => tx.mailbox.post(agentId, news(task.id), { taskId: task.id }));
  const work = await inTransaction((tx) => tx.mailbox.post(agentId, execution(task.id), { taskId: task.id }));
  await inTransaction((tx) => tx.mailbox.dropForTask(task.id, { withWork: false }));
  expect([await statusOf(told.itemId), await statusOf(work.itemId), await runOf(work.itemId)]).toEqual([
    "dropped",
    "queued",
    "queued",
  ]);
  await inTransaction((tx) => tx.mailbox.dropForTask(task.id, { withWork: true }));
  expect([await statusOf(work.itemId), await runOf(work.itemId)]).toEqual(["dropped", "cancelled"]);
});

test("an item that triggers execution is never purged; news that nobody read for four hours is", async () => {
  const { given, clock, deps } = fixture;
  const agentId = await given.newAgent({ name: "Stale" });
  const task = await given.task({ assigneeId: agentId, reviewer: { kind: "person", id: given.owner.id } });
  const work = await inTransaction((tx) => tx.mailbox.post(agentId, execution(task.id), { taskId: task.id }));
  const told = await inTransaction((tx) => tx.mailbox.post(agentId, news(task.id), { taskId: task.id }));
  const open = await inTransaction((tx) => tx.mailbox.post(agentId, beat("stale")));
  await clock.advance(MAILBOX_LIMITS.staleInformationTtlMs - 60_000);
  const young = await inTransaction((tx) => tx.mailbox.post(agentId, news(task.id), { taskId: task.id }));
  await clock.advance(120_000);
  await purgeStaleItems(deps);
  expect(await Promise.all([work, told, open, young].map((item) => statusOf(item.itemId)))).toEqual([
    "queued",
    "dropped",
    "dropped",
    "queued",
  ]);
  expect([await runOf(work.itemId), await runOf(open.itemId)]).toEqual(["queued", "cancelled"]);
});

test("a mailbox shows what is in hand and what waits, best first, and old items gain rank", async () => {
  const { deps, given, clock } = fixture;
  const agentId = await given.newAgent({ name: "List" });
  const old = await inTransaction((tx) => tx.mailbox.post(agentId, beat("x")));
  await clock.advance(MAILBOX_LIMITS.ageingStepMs * 3);
  const [one, two] = [
    await inTransaction((tx) => tx.mailbox.post(agentId, notice("one"))),
    await inTransaction((tx) => tx.mailbox.post(agentId, notice("two"), { delayMs: 60_000 })),
  ];
  const inHand = await inTransaction((tx) => tx.mailbox.post(agentId, notice("hand")));
  await deps.database.query("update mailbox_items set status = 'processing' where id = $1", [inHand.itemId]);
  const mailbox = await listMailbox(deps, given.member, { agentId });
  expect(mailbox.focus.map((item) => item.id)).toEqual([inHand.itemId]);
  expect(mailbox.queue.map((item) => item.id)).toEqual([old.itemId, one.itemId, two.itemId]);
  expect(mailbox.counts).toEqual({ queued: 3, deferred: 0, processing: 1 });
  expect(mailbox.queue[2]?.notBefore).not.toBeNull();
});
