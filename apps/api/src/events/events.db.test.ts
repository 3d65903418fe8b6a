import { transact } from "@cadre/engine";
import { createPostgresDoorbell, createRelay, relayOnce } from "@cadre/server-kit";
import { eventually, fact, seededRandom } from "@cadre/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answerOf, type ApiFixture, apiFixture, problemIn } from "../api.fixture.ts";
import { type EventStream, openStream, type StreamOptions } from "./event-stream.fixture.ts";

let fixture: ApiFixture;
let closeRelay: () => Promise<void>;
const open: EventStream[] = [];

beforeAll(async () => {
  fixture = await apiFixture();
  closeRelay = startRelay();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});
afterAll(async () => {
  await closeRelay();
  await fixture.close();
});

/** What heartbeat-worker does: gives events their positions and wakes the readers. */
function startRelay(): () => Promise<void> {
  const { database } = fixture.deps;
  const onProblem = (error: Error): never => {
    throw error;
  };
  const link = createPostgresDoorbell(database.url, database.pool, { onProblem });
  const relay = createRelay({ database, onPositions: () => link.positions(), onProblem });
  const stopping = new AbortController();
  const running = relay.run(stopping.signal);
  return async () => {
    stopping.abort();
    await running;
    await link.close();
  };
}

async function listen(options: Partial<StreamOptions> = {}): Promise<EventStream> {
  const stream = await openStream(fixture.api.url, { key: fixture.owner.key, ...options });
  open.push(stream);
  return stream;
}

/** Commits one event of the organization for each word, in order. */
function emit(...words: readonly string[]): Promise<void> {
  return transact(fixture.deps, fixture.given.owner, async (tx) => {
    for (const word of words) {
      tx.unit.emit({ type: "test.said", entity: { kind: "test", id: word }, payload: { word }, actor: tx.actor });
    }
  });
}

async function lastPosition(): Promise<number> {
  const [row] = await fixture.deps.database.query<{ last: number }>(
    "select next_position - 1 as last from outbox_stream",
  );
  return row?.last ?? 0;
}

function wordsOf(stream: EventStream): unknown[] {
  return stream.received.flatMap(({ event, data }) =>
    event === "test.said" ? [(data as { payload: { word: string } }).payload.word] : [],
  );
}

async function hears(stream: EventStream, word: string): Promise<void> {
  await eventually(() => (wordsOf(stream).includes(word) ? true : undefined), `word ${word}`);
}

test("an answer names a position at or before its read: a stream from there tells what happened since", async () => {
  const before = await listen();
  await before.next("hello");
  await emit("told-before");
  await hears(before, "told-before");
  const readAt = await positionOf("/tasks");
  await emit("told-after");
  const later = await listen({ lastEventId: readAt });
  await hears(later, "told-after");
  expect(wordsOf(later)).toEqual(["told-after"]);
  expect(later.received.some(({ event }) => event === "hello" || event === "reset")).toBe(false);
  expect((await fixture.owner.get("/tasks/tsk_unknown")).headers.get("cadre-position")).toBeNull();
});

async function positionOf(path: string): Promise<number> {
  return Number((await fixture.owner.get(path)).headers.get("cadre-position"));
}

test("a committed change arrives with its id, version, entity, actor and payload", async () => {
  const stream = await listen();
  await stream.next("hello");
  const { projectId, workerId, reviewerId, owner } = fixture.given;
  const created = await fixture.owner.post("/tasks", { projectId, title: "Seen", assigneeId: workerId, reviewerId });
  const task = created.body as { id: string; key: string };
  const event = await stream.next("task.created");
  expect(event.data).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    v: 1,
    type: "task.created",
    entity: { kind: "task", id: task.id },
    actor: { kind: "person", id: owner.id },
    at: expect.stringMatching(/^\d{4}-/),
    payload: { key: task.key, title: "Seen" },
  });
  await stream.next("run.queued");
  const ids = stream.received.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
});

test("who comes back gets exactly what was missed, in order, and goes on live", async () => {
  const first = await listen();
  await emit("one", "two");
  await hears(first, "two");
  const lastEventId = first.received.at(-1)?.id ?? 0;
  await first.close();
  await emit("three", "four");
  await emit("five");
  const second = await listen({ lastEventId });
  await emit("six");
  await hears(second, "six");
  expect(wordsOf(second)).toEqual(["three", "four", "five", "six"]);
});

test("who saw more on another server than this one has read gets nothing twice", async () => {
  await emit("elsewhere");
  await relayOnce(fixture.deps.database);
  const stream = await listen({ lastEventId: await lastPosition() });
  await emit("here");
  await hears(stream, "here");
  expect(wordsOf(stream)).toEqual(["here"]);
});

test("topics choose by noun", async () => {
  const stream = await listen({ topics: "test,approval" });
  await fixture.owner.post("/teams", { name: "Silent" });
  await emit("loud");
  await hears(stream, "loud");
  expect(stream.received.map(({ event }) => event)).toEqual(["hello", "test.said"]);
});

test("nobody hears another organization", async () => {
  const other = await fixture.stranger();
  const stranger = await listen({ key: other.owner.key, lastEventId: 0 });
  await emit("secret");
  await other.owner.post("/teams", { name: "Theirs" });
  await stranger.next("team.created");
  expect(wordsOf(stranger)).toEqual([]);
});

test("an id that is no longer kept, or was never given, is answered with reset and the present position", async () => {
  await emit("old", "newer");
  const before = await listen();
  await before.next("hello");
  const position = await eventually(async () => {
    const last = await lastPosition();
    return last > 2 ? last : undefined;
  }, "positions");
  await fixture.deps.database.query("delete from outbox where position < $1", [position]);
  const late = await listen({ lastEventId: 1 });
  const reset = await late.next("reset");
  expect(reset.id).toBeGreaterThanOrEqual(position);
  expect(reset.data).toMatchObject({ position: reset.id });
  const fromTheFuture = await listen({ lastEventId: position + 1_000_000 });
  await fromTheFuture.next("reset");
  await emit("goes on");
  await hears(late, "goes on");
  await fixture.deps.database.query("delete from outbox where position is not null");
  await (await listen({ lastEventId: position - 1 })).next("reset");
});

test.each(["abc", "-1", "1.5"])("Last-Event-ID %s is refused", async (id) => {
  const response = await fetch(`${fixture.api.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${fixture.owner.key}`, "last-event-id": id },
  });
  expect(problemIn(await answerOf(response))).toMatchObject({ status: 400, code: "events.bad-last-id" });
});

fact("I4", "200 clients, half of which keep coming back, see every event once and in order", async () => {
  const rounds = 30;
  const random = seededRandom(7);
  const seats = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => ({ isRestless: index % 2 === 0, parts: [await listen()] })),
  );
  const heard = (seat: (typeof seats)[number]): number[] =>
    seat.parts.flatMap(({ received }) => received.filter(({ event }) => event === "test.said").map(({ id }) => id));
  const comeBack = async (seat: (typeof seats)[number]): Promise<void> => {
    const lastEventId = seat.parts.flatMap(({ received }) => received).at(-1)?.id ?? 0;
    await lastOf(seat.parts).close();
    seat.parts.push(await listen({ lastEventId }));
  };
  await Promise.all(seats.map(({ parts }) => parts[0]?.next("hello")));
  const start = Math.max(...seats.map(({ parts }) => parts[0]?.received[0]?.id ?? 0));
  for (let round = 0; round < rounds; round += 1) {
    const restless = seats.filter((seat) => seat.isRestless && random() < 0.3);
    const words = Array.from({ length: 10 }, (_, index) => `${round}-${index}`);
    await Promise.all([emit(...words), ...restless.map(comeBack)]);
  }
  await emit("end");
  for (const seat of seats)
    await eventually(() => (wordsOf(lastOf(seat.parts)).includes("end") ? true : undefined), "end");
  const said = await fixture.deps.database.query<{ position: number }>(
    "select position from outbox where type = 'test.said' and position > $1 order by position",
    [start],
  );
  expect(said).toHaveLength(rounds * 10 + 1);
  const comebacks = seats.reduce((sum, { parts }) => sum + parts.length - 1, 0);
  expect(comebacks).toBeGreaterThan(500);
  for (const seat of seats) expect(heard(seat)).toEqual(said.map(({ position }) => position));
});

function lastOf(parts: readonly EventStream[]): EventStream {
  const last = parts.at(-1);
  if (last === undefined) throw new Error("A seat without a stream.");
  return last;
}

test("who comes in and who may is told to owners and admins alone, live and replayed", async () => {
  const before = await lastPosition();
  const [admin, member] = [await listen(), await listen({ key: fixture.member.key })];
  await Promise.all([admin.next("hello"), member.next("hello")]);
  await fixture.owner.post("/invitations", { role: "viewer", email: "secret@example.test" });
  await fixture.signedIn(fixture.given.viewer);
  await emit("after-invitation");
  await hears(member, "after-invitation");
  await admin.next("invitation.created");
  await admin.next("sign-in.opened");
  const late = await listen({ key: fixture.member.key, lastEventId: before });
  await hears(late, "after-invitation");
  for (const stream of [member, late]) expect(JSON.stringify(stream.received)).not.toMatch(/invitation\.|sign-in\./);
});
