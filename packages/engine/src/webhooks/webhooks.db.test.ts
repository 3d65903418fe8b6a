import { createHmac } from "node:crypto";
import { engineFixture, type EngineFixture, fact } from "@cadre/testkit";
import { WEBHOOK_LIMITS } from "@cadre/shared";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { claimTries, type WebhookTry } from "./claim-tries.ts";
import { createWebhook } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { purgeDeliveriesJob } from "./jobs/purge-deliveries.job.ts";
import { getDelivery, listDeliveries } from "./list-deliveries.ts";
import { getWebhook, listWebhooks } from "./list-webhooks.ts";
import { queueDeliveries } from "./queue-deliveries.ts";
import { replayDelivery, testWebhook } from "./replay-delivery.ts";
import { replayFailed } from "./replay-failed.ts";
import { rotateWebhookSecret } from "./rotate-secret.ts";
import { settleTry, type TryOutcome } from "./settle-try.ts";
import { updateWebhook } from "./update-webhook.ts";

const URL = "https://hooks.example.com/cadre";
const HOUR_MS = 3_600_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.deps.database.query("delete from webhooks"));

const owner = () => fixture.given.owner;

function newWebhook(eventTypes: readonly string[] = ["task.*"]) {
  return createWebhook(fixture.deps, owner(), { url: URL, description: "", eventTypes: [...eventTypes] });
}

/** Gives every event its position, as the relay does. */
async function position(): Promise<void> {
  await fixture.deps.database.query(
    `with batch as (select id, row_number() over (order by id) as nth from outbox where position is null),
     moved as (update outbox_stream set next_position = next_position + (select count(*) from batch) returning 1)
     update outbox set position = (select next_position from outbox_stream) + batch.nth - 1 from batch where outbox.id = batch.id`,
  );
}

async function emit(type: string, payload: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { deps, given } = fixture;
  await transact(deps, given.system, async (tx) => {
    tx.unit.emit({ type, entity: { kind: "task", id: "tsk_1" }, payload, actor: given.system });
  });
  await position();
}

const claim = (limit = 100, underWay: ReadonlyMap<string, number> = new Map()): Promise<WebhookTry[]> =>
  claimTries(fixture.deps, { limit, underWay });

async function claimOne(): Promise<WebhookTry> {
  const [first] = await claim();
  if (first === undefined) throw new Error("Nothing is due.");
  return first;
}

const answered = (responseStatus: number, more: Partial<TryOutcome> = {}): TryOutcome => ({
  responseStatus,
  responseText: "…",
  error: undefined,
  retryAfterMs: undefined,
  durationMs: 12.4,
  ...more,
});

const deliveries = async (webhookId: string) => {
  const { data } = await listDeliveries(fixture.deps, owner(), { webhookId });
  return data;
};

/** Lets every try of what is due fail until none is left. */
async function failAll(): Promise<void> {
  for (let number = 0; number <= WEBHOOK_LIMITS.retryDelaysMs.length; number += 1) {
    for (const attempt of await claim()) await settleTry(fixture.deps, attempt, answered(500));
    await fixture.clock.advance(24 * HOUR_MS);
  }
}

test("an event is told to each webhook that listens, once, however often it is read", async () => {
  const tasks = await newWebhook(["task.*"]);
  const accepted = await newWebhook(["task.accepted"]);
  const everything = await newWebhook(["*"]);
  await emit("task.revised", { key: "DEMO-1" });
  expect(await queueDeliveries(fixture.deps)).toBeGreaterThan(0);
  await fixture.deps.database.query("update webhook_cursor set position = 0");
  await queueDeliveries(fixture.deps);
  expect((await deliveries(tasks.webhook.id)).map(({ eventType }) => eventType)).toEqual(["task.revised"]);
  expect(await deliveries(accepted.webhook.id)).toEqual([]);
  expect((await deliveries(everything.webhook.id)).map(({ eventType }) => eventType)).toContain("task.revised");
  expect(await queueDeliveries(fixture.deps)).toBe(0);
  await fixture.deps.database.query("delete from webhooks");
  expect(await queueDeliveries(fixture.deps)).toBeUndefined();
});

test("a webhook is not told of what happened before it was made, nor while it was switched off", async () => {
  await emit("task.accepted");
  const { webhook } = await newWebhook();
  await queueDeliveries(fixture.deps);
  const off = await updateWebhook(fixture.deps, owner(), {
    webhookId: webhook.id,
    version: webhook.version,
    change: { isEnabled: false },
  });
  expect(off).toMatchObject({ isEnabled: false, disabledReason: null, disabledAt: expect.any(String) });
  await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  await updateWebhook(fixture.deps, owner(), {
    webhookId: webhook.id,
    version: off.version,
    change: { isEnabled: true },
  });
  await queueDeliveries(fixture.deps);
  expect(await deliveries(webhook.id)).toEqual([]);
  await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  expect(await deliveries(webhook.id)).toHaveLength(1);
});

fact("I18", "events of one organization are told to its own webhooks only", async () => {
  const { giveOrganization } = await import("@cadre/testkit");
  const other = await giveOrganization(fixture.deps, "others");
  const foreign = await createWebhook(fixture.deps, other.owner, { url: URL, description: "", eventTypes: ["*"] });
  const { webhook } = await newWebhook(["*"]);
  await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  const { data } = await listDeliveries(fixture.deps, other.owner, { webhookId: foreign.webhook.id });
  expect(data.filter(({ eventType }) => eventType === "task.accepted")).toEqual([]);
  await expect(listDeliveries(fixture.deps, other.owner, { webhookId: webhook.id })).rejects.toMatchObject({
    code: "webhook.not-found",
  });
});

test("a try carries the three headers, signed with the secret that was shown; after a rotation with both", async () => {
  const { webhook, secret } = await newWebhook();
  await emit("task.accepted", { key: "DEMO-1" });
  await queueDeliveries(fixture.deps);
  const attempt = await claimOne();
  const [delivery] = await deliveries(webhook.id);
  expect(attempt.headers["webhook-id"]).toBe(delivery?.eventId);
  expect(JSON.parse(attempt.body)).toMatchObject({
    type: "task.accepted",
    data: { id: delivery?.eventId, type: "task.accepted", payload: { key: "DEMO-1" } },
  });
  expect(attempt.headers["webhook-signature"]).toBe(signature(attempt, secret));
  await settleTry(fixture.deps, attempt, answered(500));
  const rotated = await rotateWebhookSecret(fixture.deps, owner(), { webhookId: webhook.id });
  await fixture.clock.advance(HOUR_MS);
  const both = await claimOne();
  expect(both.headers["webhook-id"]).toBe(attempt.headers["webhook-id"]);
  expect(both.body).toBe(attempt.body);
  expect(both.headers["webhook-signature"]).toBe(`${signature(both, rotated.secret)} ${signature(both, secret)}`);
  await settleTry(fixture.deps, both, answered(500));
  await fixture.clock.advance(24 * HOUR_MS);
  const later = await claimOne();
  expect(later.headers["webhook-signature"]).toBe(signature(later, rotated.secret));
});

function signature(attempt: WebhookTry, secret: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${attempt.headers["webhook-id"]}.${attempt.headers["webhook-timestamp"]}.${attempt.body}`;
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}

fact("I17", "no row and no event holds a signing secret in clear", async () => {
  const { webhook, secret } = await newWebhook(["*"]);
  const rotated = await rotateWebhookSecret(fixture.deps, owner(), { webhookId: webhook.id });
  await position();
  await queueDeliveries(fixture.deps);
  const rows = await fixture.deps.database.query<{ text: string }>(
    `select row_to_json(w)::text as text from webhooks w union all select row_to_json(d)::text from webhook_deliveries d
     union all select row_to_json(o)::text from outbox o`,
  );
  const stored = rows.map(({ text }) => text).join("\n");
  for (const text of [secret, rotated.secret]) expect(stored).not.toContain(text.slice(6));
});

test("a try is taken by one, and taken up again when its worker died", async () => {
  const { webhook } = await newWebhook();
  await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  const both = await Promise.all([claim(), claim()]);
  expect(both.flat()).toHaveLength(1);
  const [first] = both.flat();
  if (first === undefined) throw new Error("Nothing was claimed.");
  await fixture.clock.advance(WEBHOOK_LIMITS.claimMs + 1_000);
  const second = await claimOne();
  expect(second.number).toBe(2);
  await settleTry(fixture.deps, first, answered(200));
  expect((await deliveries(webhook.id))[0]).toMatchObject({ status: "queued" });
  await settleTry(fixture.deps, second, answered(204));
  await settleTry(fixture.deps, second, answered(500));
  const [delivery] = await deliveries(webhook.id);
  expect(delivery).toMatchObject({ status: "delivered", attempts: 2, responseStatus: 204, nextAttemptAt: null });
});

test("a receiver never takes more places than its share", async () => {
  const { webhook } = await newWebhook();
  for (let count = 0; count < 10; count += 1) await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  const first = await claim(100, new Map([[webhook.id, 1]]));
  expect(first).toHaveLength(WEBHOOK_LIMITS.triesAtOncePerWebhook - 1);
  expect(await claim(2)).toHaveLength(2);
  expect(await claim(100, new Map([[webhook.id, WEBHOOK_LIMITS.triesAtOncePerWebhook]]))).toEqual([]);
});

test("tries come further and further apart, later when the receiver asks for it, and end after most of a day", async () => {
  const { webhook } = await newWebhook();
  await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  const waits: number[] = [];
  for (let number = 1; number <= WEBHOOK_LIMITS.retryDelaysMs.length; number += 1) {
    await settleTry(fixture.deps, await claimOne(), answered(503, number === 1 ? { retryAfterMs: 20_000 } : {}));
    const [delivery] = await deliveries(webhook.id);
    const wait = new Date(delivery?.nextAttemptAt ?? 0).getTime() - fixture.deps.now().getTime();
    waits.push(wait);
    expect(await claim()).toEqual([]);
    await fixture.clock.advance(wait + 1_000);
  }
  expect(waits[0]).toBeGreaterThan(19_000);
  expect(waits.slice(1)).toEqual(waits.slice(1).toSorted((one, other) => one - other));
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(17 * HOUR_MS);
  await settleTry(fixture.deps, await claimOne(), { ...answered(500), responseStatus: undefined, error: "refused" });
  const [ended] = await deliveries(webhook.id);
  expect(ended).toMatchObject({ status: "failed", attempts: WEBHOOK_LIMITS.retryDelaysMs.length + 1 });
  const detail = await getDelivery(fixture.deps, owner(), { webhookId: webhook.id, deliveryId: ended?.id ?? "" });
  expect(detail.tries).toHaveLength(WEBHOOK_LIMITS.retryDelaysMs.length + 1);
  expect(detail.tries[0]).toMatchObject({ number: 1, responseStatus: 503, responseText: "…", durationMs: 12 });
  expect(detail.tries.at(-1)).toMatchObject({ responseStatus: null, error: "refused" });
});

test("a receiver that accepts nothing is switched off, and owners and admins are told once", async () => {
  const { webhook } = await newWebhook();
  await emit("task.accepted");
  await emit("task.revised");
  await queueDeliveries(fixture.deps);
  await failAll();
  const dead = await getWebhook(fixture.deps, owner(), { webhookId: webhook.id });
  expect(dead).toMatchObject({ isEnabled: false, disabledReason: expect.stringContaining("it answered 500") });
  const told = await fixture.deps.database.query<{ personId: string; title: string; body: string }>(
    "select person_id, title, body from notifications where type = 'webhook_disabled' and entity_id = $1",
    [webhook.id],
  );
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ personId: owner().id, title: expect.stringContaining("hooks.example.com") });
  expect(told[0]?.body).not.toContain("..");
  expect((await deliveries(webhook.id)).map(({ status }) => status)).toEqual(["failed", "failed"]);
});

test("one delivery that fails does not switch off a receiver that accepts others", async () => {
  const { webhook } = await newWebhook();
  await emit("task.accepted");
  await queueDeliveries(fixture.deps);
  await settleTry(fixture.deps, await claimOne(), answered(500));
  await emit("task.revised");
  await queueDeliveries(fixture.deps);
  await settleTry(fixture.deps, await claimOne(), answered(200));
  await failAll();
  expect(await getWebhook(fixture.deps, owner(), { webhookId: webhook.id })).toMatchObject({ isEnabled: true });
});

test("a receiver that answers 410 is switched off at once, and what waits ends as failed", async () => {
  const { webhook } = await newWebhook();
  await emit("task.accepted");
  await emit("task.revised");
  await queueDeliveries(fixture.deps);
  await settleTry(fixture.deps, await claimOne(), answered(410));
  expect(await getWebhook(fixture.deps, owner(), { webhookId: webhook.id })).toMatchObject({ isEnabled: false });
  expect((await deliveries(webhook.id)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  await fixture.clock.advance(24 * HOUR_MS);
  expect(await claim()).toEqual([]);
});

test("a delivery is replayed with the same event and bytes, and a test is told to its webhook alone", async () => {
  const { deps } = fixture;
  const { webhook } = await newWebhook(["task.accepted"]);
  const other = await newWebhook(["*"]);
  await emit("task.accepted");
  await queueDeliveries(deps);
  const [original] = await deliveries(webhook.id);
  const address = { webhookId: webhook.id, deliveryId: original?.id ?? "" };
  await expect(replayDelivery(deps, owner(), address)).rejects.toMatchObject({ code: "webhook.delivery-pending" });
  for (const attempt of await claim()) await settleTry(deps, attempt, answered(200));
  const replay = await replayDelivery(deps, owner(), address);
  expect(replay).toMatchObject({ eventId: original?.eventId, replayOf: original?.id, status: "queued", attempts: 0 });
  const again = await claimOne();
  expect(again.headers["webhook-id"]).toBe(original?.eventId);
  const tested = await testWebhook(deps, owner(), { webhookId: webhook.id });
  expect(tested).toMatchObject({ eventType: "webhook.tested", webhookId: webhook.id });
  expect((await deliveries(other.webhook.id)).map(({ eventType }) => eventType)).not.toContain("webhook.tested");
  await updateWebhook(deps, owner(), { webhookId: webhook.id, version: webhook.version, change: { isEnabled: false } });
  await expect(replayDelivery(deps, owner(), address)).rejects.toMatchObject({ code: "webhook.switched-off" });
  await expect(testWebhook(deps, owner(), { webhookId: webhook.id })).rejects.toMatchObject({
    code: "webhook.switched-off",
  });
});

test("what failed since an instant is sent again, each event once, oldest first; what got through is not", async () => {
  const { deps } = fixture;
  const { webhook } = await newWebhook();
  for (const type of ["task.accepted", "task.revised", "task.failed"]) await emit(type);
  await queueDeliveries(deps);
  const [first, second, third] = await claim();
  if (first === undefined || second === undefined || third === undefined) throw new Error("Three were due.");
  await settleTry(deps, first, answered(200));
  await settleTry(deps, second, answered(410));
  const off = await getWebhook(deps, owner(), { webhookId: webhook.id });
  const ask = { webhookId: webhook.id, since: "2020-01-01T00:00:00Z" };
  await expect(replayFailed(deps, owner(), ask)).rejects.toMatchObject({ code: "webhook.switched-off" });
  await updateWebhook(deps, owner(), { webhookId: webhook.id, version: off.version, change: { isEnabled: true } });
  await fixture.clock.advance(60_000);
  expect(await replayFailed(deps, owner(), { ...ask, since: fixture.deps.now().toISOString() })).toMatchObject({
    queued: 0,
  });
  expect(await replayFailed(deps, owner(), ask)).toEqual({ queued: 2, hasMore: false });
  expect(await replayFailed(deps, owner(), ask)).toEqual({ queued: 0, hasMore: false });
  const again = await claim();
  expect(again.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted(byText)).toEqual(
    [second, third].map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted(byText),
  );
});

const byText = (one: string, other: string): number => one.localeCompare(other);

test("an event that is too large is told without its payload", async () => {
  const { webhook } = await newWebhook();
  await emit("task.noted", { text: "x".repeat(WEBHOOK_LIMITS.bodyBytes) });
  await queueDeliveries(fixture.deps);
  const [delivery] = await deliveries(webhook.id);
  const { body } = await getDelivery(fixture.deps, owner(), { webhookId: webhook.id, deliveryId: delivery?.id ?? "" });
  expect(JSON.parse(body)).toMatchObject({ type: "task.noted", data: { payload: {}, isPayloadOmitted: true } });
});

test.each([
  ["http://127.0.0.1:9000/", "webhook.private-address"],
  ["http://[::1]/", "webhook.private-address"],
  ["https://10.1.2.3/", "webhook.private-address"],
  ["http://0x7f000001/", "webhook.private-address"],
  ["http://localhost/", "webhook.private-address"],
  ["http://printer.local/", "webhook.private-address"],
])("%s is refused when it is asked for", async (url, code) => {
  const ask = { url, description: "", eventTypes: ["*"] };
  await expect(createWebhook(fixture.deps, owner(), ask)).rejects.toMatchObject({ code, field: "url" });
  const allowed = { ...fixture.deps, privateHosts: [new globalThis.URL(url).hostname] };
  await expect(createWebhook(allowed, owner(), ask)).resolves.toMatchObject({ webhook: { url } });
});

test("a pattern that covers no event, a member, and one webhook too many are refused", async () => {
  const { deps, given } = fixture;
  await expect(newWebhook(["task.acepted"])).rejects.toMatchObject({ code: "webhook.unknown-event" });
  const ask = { url: URL, description: "", eventTypes: ["*"] };
  await expect(createWebhook(deps, given.member, ask)).rejects.toMatchObject({ code: "access.role-missing" });
  await expect(listWebhooks(deps, given.member)).rejects.toMatchObject({ code: "access.role-missing" });
  for (let made = 0; made < WEBHOOK_LIMITS.perOrganization; made += 1) await newWebhook();
  await expect(newWebhook()).rejects.toMatchObject({ code: "webhook.too-many" });
});

test("a webhook goes with its log; old deliveries are forgotten", async () => {
  const { deps } = fixture;
  const { webhook } = await newWebhook();
  await emit("task.accepted");
  await queueDeliveries(deps);
  await settleTry(deps, await claimOne(), answered(200));
  await fixture.clock.advance(WEBHOOK_LIMITS.deliveryRetentionMs + HOUR_MS);
  await purgeDeliveriesJob.run(deps);
  expect(await deliveries(webhook.id)).toEqual([]);
  await testWebhook(deps, owner(), { webhookId: webhook.id });
  await deleteWebhook(deps, owner(), { webhookId: webhook.id });
  await expect(getWebhook(deps, owner(), { webhookId: webhook.id })).rejects.toMatchObject({
    code: "webhook.not-found",
  });
  expect(await deps.database.query("select 1 from webhook_deliveries")).toEqual([]);
});
