import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createWebhook, listDeliveries, listNotifications, transact } from "@cadre/engine";
import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relayOnce } from "../relay/relay.ts";
import { createWebhookSender } from "./webhook-sender.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

/** A receiver that answers each message as it is told to, and remembers their ids. */
async function receiver(answer: (nth: number) => number) {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers["webhook-id"]));
    // A failed one comes again when the clock was moved on, and not by itself while a slow machine still sends the others.
    response.writeHead(answer(ids.length), { "retry-after": "50" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { ids, url, close: () => server.close() };
}

async function emit(count: number): Promise<void> {
  const { deps, given } = fixture;
  await transact(deps, given.system, async (tx) => {
    for (let nth = 0; nth < count; nth += 1) {
      tx.unit.emit({
        type: "task.accepted",
        entity: { kind: "task", id: `tsk_${nth}` },
        payload: {},
        actor: given.system,
      });
    }
  });
  while ((await relayOnce(deps.database)) > 0);
}

test("events reach a real receiver once each, a failed one later, and a receiver that is gone is switched off", async () => {
  const deps = { ...fixture.deps, privateHosts: ["127.0.0.1"] };
  const problems: Error[] = [];
  const { ids, url, close } = await receiver((nth) => (nth === 1 ? 500 : 204));
  const gone = await receiver(() => 410);
  const make = (address: string) =>
    createWebhook(deps, fixture.given.owner, { url: address, description: "", eventTypes: ["task.accepted"] });
  const { webhook } = await make(url);
  await make(gone.url);
  const sender = createWebhookSender(deps, (error) => problems.push(error));
  const stop = new AbortController();
  const running = sender.run(stop.signal);
  await emit(20);
  sender.ring();
  const statuses = async (): Promise<Record<string, number>> => {
    const { data } = await listDeliveries(deps, fixture.given.owner, { webhookId: webhook.id });
    return Object.fromEntries([...Map.groupBy(data, ({ status }) => status)].map(([key, all]) => [key, all.length]));
  };
  await expect.poll(statuses).toEqual({ delivered: 19, queued: 1 });
  await fixture.clock.advance(60_000);
  sender.ring();
  await expect.poll(statuses).toEqual({ delivered: 20 });
  expect(ids).toHaveLength(21);
  expect(new Set(ids).size).toBe(20);
  const disabled = async (): Promise<number> => {
    const { data } = await listNotifications(deps, fixture.given.owner);
    return data.filter(({ type }) => type === "webhook_disabled").length;
  };
  await expect.poll(disabled).toBe(1);
  stop.abort();
  await running;
  expect(problems).toEqual([]);
  close();
  gone.close();
});

test("two processes share the sending: every event arrives once, and both have sent", async () => {
  const { owner } = fixture.given;
  const receivers = await Promise.all([receiver(() => 204), receiver(() => 204)]);
  const deps = { ...fixture.deps, privateHosts: ["127.0.0.1"] };
  for (const { url } of receivers)
    await createWebhook(deps, owner, { url, description: "", eventTypes: ["task.accepted"] });
  const stop = new AbortController();
  const sent = [0, 0];
  const senders = sent.map((_, at) => {
    const counting = {
      ...deps.database,
      query: async <Row>(text: string, values?: Parameters<typeof deps.database.query>[1]): Promise<Row[]> => {
        const rows = await deps.database.query<Row>(text, values);
        if (text.includes("for update skip locked")) sent[at] = (sent[at] ?? 0) + rows.length;
        return rows;
      },
    };
    return createWebhookSender({ ...deps, database: counting }, () => undefined);
  });
  const running = senders.map((sender) => sender.run(stop.signal));
  for (let wave = 0; wave < 10; wave += 1) {
    await emit(20);
    for (const sender of senders) sender.ring();
  }
  for (const { ids } of receivers) await expect.poll(() => ids.length).toBe(200);
  stop.abort();
  await Promise.all(running);
  for (const { ids, close } of receivers) {
    expect(new Set(ids).size).toBe(200);
    expect(ids).toHaveLength(200);
    close();
  }
  expect(sent[0]).toBeGreaterThan(0);
  expect(sent[1]).toBeGreaterThan(0);
});

test("a webhook whose secret does not open is told why in its log, and keeps no other one waiting", async () => {
  const { owner } = fixture.given;
  const deps = { ...fixture.deps, privateHosts: ["127.0.0.1"] };
  const [well, broken] = await Promise.all([receiver(() => 204), receiver(() => 204)]);
  const hooks: string[] = [];
  for (const { url } of [well, broken])
    hooks.push((await createWebhook(deps, owner, { url, description: "", eventTypes: ["task.accepted"] })).webhook.id);
  await deps.database.query("update webhooks set secret_sealed = 'v1.AAAA' where id = $1", [hooks[1] ?? ""]);
  const stop = new AbortController();
  const running = createWebhookSender(deps, () => undefined).run(stop.signal);
  await emit(3);
  await expect.poll(() => well.ids.length).toBe(3);
  const errors = () =>
    deps.database.query<{ error: string }>(
      "select a.error from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.webhook_id = $1",
      [hooks[1] ?? ""],
    );
  await expect.poll(async () => (await errors()).length).toBe(3);
  expect((await errors())[0]?.error).toContain("does not open");
  expect(broken.ids).toEqual([]);
  stop.abort();
  await running;
  for (const { close } of [well, broken]) close();
});
