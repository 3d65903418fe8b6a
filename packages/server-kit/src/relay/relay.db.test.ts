import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@cadre/database";
import { API_LIMITS, systemIds } from "@cadre/shared";
import { fact, openTestDatabase } from "@cadre/testkit";
import { afterAll, expect, test } from "vitest";
import { createEventHub } from "../events/event-hub.ts";
import type { WireFrame } from "../events/wire-frame.ts";
import { createRelay, relayOnce } from "./relay.ts";

const EVENTS = 600;
const testDatabase = await openTestDatabase();
const database = openDatabase({
  url: testDatabase.url,
  applicationName: "relay-test",
  newId: systemIds,
  maxConnections: 20,
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

const actor = { kind: "system", id: "test" } as const;

function emit(organizationId: string, nth: number): Promise<void> {
  return database.unit(organizationId, async (unit) => {
    unit.emit({ type: "task.created", entity: { kind: "task", id: `tsk_${nth}` }, payload: { nth }, actor });
  });
}

async function drain(): Promise<void> {
  while ((await relayOnce(database)) > 0);
}

type Seen = { readonly id: number; readonly event: string; readonly nth: number };

function client(organizationId: string, topics?: readonly string[]) {
  const seen: Seen[] = [];
  return {
    seen,
    organizationId,
    topics: topics === undefined ? undefined : new Set(topics),
    write(frame: WireFrame): boolean {
      const text = Buffer.from(frame.plain).toString();
      for (const each of text.split("\n\n").filter((part) => part !== "")) seen.push(...seenOf(each));
      return true;
    },
    close: () => undefined,
  };
}

function seenOf(frame: string): Seen[] {
  const id = Number(/^id: (\d+)/m.exec(frame)?.[1] ?? -1);
  const event = /^event: (.+)$/m.exec(frame)?.[1] ?? "";
  const body = JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? "{}") as { payload?: { nth?: number } };
  return event === "" ? [] : [{ id, event, nth: body.payload?.nth ?? -1 }];
}

/** Follows positions as a consumer does, and returns the event ids in the order it saw them. */
async function follow(isOver: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  let position = 0;
  for (;;) {
    const wasOver = isOver();
    const rows = await database.query<{ position: number; eventId: string }>(
      "select position, event_id from outbox where position > $1 order by position limit 50",
      [position],
    );
    for (const row of rows) seen.push(row.eventId);
    position = rows.at(-1)?.position ?? position;
    if (wasOver && rows.length === 0) return seen;
  }
}

fact(
  ["I4"],
  "a consumer of positions sees each committed event exactly once, though writers commit out of order and two relays run",
  async () => {
    let isWriting = true;
    let isOver = false;
    const relay = async (): Promise<void> => {
      while (isWriting) await relayOnce(database);
      await drain();
    };
    const relays = [relay(), relay()];
    const consumer = follow(() => isOver);
    await Promise.all(
      Array.from({ length: 12 }, async (_, worker) => {
        for (let nth = worker; nth < EVENTS; nth += 12) await emit("org_a", nth);
      }),
    );
    isWriting = false;
    await Promise.all(relays);
    isOver = true;
    const seen = await consumer;
    expect(seen).toHaveLength(EVENTS);
    expect(new Set(seen).size).toBe(EVENTS);
  },
);

test("a unit that rolls back leaves no event", async () => {
  await expect(
    database.unit("org_a", async (unit) => {
      unit.emit({ type: "task.created", entity: { kind: "task", id: "x" }, payload: {}, actor });
      await unit.query("select 1");
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await relayOnce(database)).toBe(0);
});

test("an event that nobody rang for gets its position, after a silence too, and a ring is followed at once", async () => {
  const { relayQuietMs } = API_LIMITS;
  const stopping = new AbortController();
  let positions = 0;
  const relay = createRelay({ database, onPositions: (count) => (positions += count), onProblem: () => undefined });
  const running = relay.run(stopping.signal);
  await pause(2 * relayQuietMs);
  await emit("org_e", 1);
  await expect.poll(() => positions, { timeout: 10 * relayQuietMs }).toBe(1);
  const waits: number[] = [];
  for (let nth = 2; nth < 5; nth += 1) {
    // After so long a silence the next look is far away: only a ring brings an event sooner.
    await pause(relayQuietMs);
    await emit("org_e", nth);
    const begun = performance.now();
    relay.ring();
    await expect.poll(() => positions, { interval: 5, timeout: 10 * relayQuietMs }).toBe(nth);
    waits.push(performance.now() - begun);
  }
  expect(Math.min(...waits)).toBeLessThan(relayQuietMs / 4);
  stopping.abort();
  await running;
});

test("a client that comes back gets exactly what it missed, once, and nothing of another organization", async () => {
  const problems: Error[] = [];
  const hub = await createEventHub(database, (error) => problems.push(error));
  const live = client("org_b");
  const leave = await hub.attach(live, undefined);
  const hello = live.seen[0];
  expect(hello?.event).toBe("hello");
  await emit("org_b", 1);
  await emit("org_c", 2);
  await drain();
  hub.ring();
  await expect.poll(() => live.seen.map((seen) => seen.nth)).toEqual([-1, 1]);
  leave();
  for (let nth = 3; nth < 40; nth += 1) await emit(nth % 2 === 0 ? "org_b" : "org_c", nth);
  await drain();
  const back = client("org_b");
  const writing = (async () => {
    for (let nth = 100; nth < 140; nth += 1) {
      await emit("org_b", nth);
      await drain();
      hub.ring();
    }
  })();
  await hub.attach(back, live.seen.at(-1)?.id);
  await writing;
  const wanted = [
    ...Array.from({ length: 18 }, (_, at) => 4 + at * 2),
    ...Array.from({ length: 40 }, (_, at) => 100 + at),
  ];
  await expect.poll(() => back.seen.length).toBe(wanted.length);
  expect(back.seen.map((seen) => seen.nth)).toEqual(wanted);
  expect(back.seen.map((seen) => seen.id)).toEqual(back.seen.map((seen) => seen.id).toSorted((a, b) => a - b));
  hub.stop();
  expect(problems).toEqual([]);
});

test("a client that asks for what is no longer kept is told to load again; topics filter", async () => {
  const hub = await createEventHub(database, () => undefined);
  await database.query("delete from outbox where organization_id = $1", ["org_a"]);
  const late = client("org_a");
  await hub.attach(late, 3);
  expect(late.seen.map((seen) => seen.event)).toEqual(["reset"]);
  const picky = client("org_d", ["run"]);
  await hub.attach(picky, undefined);
  await emit("org_d", 1);
  await drain();
  hub.ring();
  const everything = client("org_d");
  await hub.attach(everything, picky.seen[0]?.id);
  await expect.poll(() => everything.seen.length).toBe(1);
  expect(picky.seen.map((seen) => seen.event)).toEqual(["hello"]);
  hub.stop();
});
