import { ADMIN_TOPICS, type Actor, topicOf } from "@cadre/domain";
import { engineFixture, type EngineFixture } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { type ActivityFilter, type HappenedEvent, listActivity } from "./list-activity.ts";

const TYPES = ["task.commented", "run.queued", "session.entry-appended", "sign-in.opened", "task.noted"];

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
  for (let nth = 0; nth < 60; nth += 1) await tell(TYPES[nth % TYPES.length] ?? "", `thing_${nth}`);
  await tell("task.commented", "unpositioned");
  await fixture.deps.database.query("update outbox set position = id where entity_id <> 'unpositioned'");
});
afterAll(() => fixture.close());

function tell(type: string, id: string): Promise<void> {
  const actor = { kind: "agent", id: "agt_teller" } as const;
  return transact(fixture.deps, fixture.given.system, async (tx) => {
    tx.unit.emit({ type, entity: { kind: topicOf(type), id }, payload: { nth: 1 }, actor });
  });
}

/** Every page of a list, as somebody reads it. */
async function all(actor: Actor, filter: ActivityFilter): Promise<HappenedEvent[]> {
  const events: HappenedEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await listActivity(fixture.deps, actor, { ...filter, limit: 7, cursor });
    events.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return events;
}

const thingsOf = (events: readonly HappenedEvent[]) =>
  events.filter(({ entity }) => entity.id.startsWith("thing_")).map(({ entity }) => entity.id);
const planted = (isWanted: (type: string) => boolean) =>
  Array.from({ length: 60 }, (_, nth) => 59 - nth)
    .filter((nth) => isWanted(TYPES[nth % TYPES.length] ?? ""))
    .map((nth) => `thing_${nth}`);

test("page by page, newest first, each event once; what has no position yet is told by the stream", async () => {
  const { owner } = fixture.given;
  const events = await all(owner, { detail: "all" });
  expect(thingsOf(events)).toEqual(planted(() => true));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.map(({ entity }) => entity.id)).not.toContain("unpositioned");
});

test("bookkeeping is left out unless it is asked for, by its topic or as a whole", async () => {
  const { owner } = fixture.given;
  expect(thingsOf(await all(owner, {}))).toEqual(planted((type) => !/^(run|session)\./.test(type)));
  expect(thingsOf(await all(owner, { topic: "session" }))).toEqual(planted((type) => type.startsWith("session.")));
});

test("who did it and what it happened to narrow", async () => {
  const { owner } = fixture.given;
  expect(await all(owner, { actorId: "agt_nobody" })).toEqual([]);
  expect(thingsOf(await all(owner, { actorId: "agt_teller", entityId: "thing_5" }))).toEqual(["thing_5"]);
});

test("who comes in is told to owners and admins alone, even by its topic", async () => {
  const { viewer } = fixture.given;
  const topics = (await all(viewer, { detail: "all" })).map(({ type }) => topicOf(type));
  expect(topics.filter((topic) => ADMIN_TOPICS.includes(topic))).toEqual([]);
  expect(await all(viewer, { topic: "sign-in" })).toEqual([]);
});

test("a cursor that no page gave shows nothing", async () => {
  expect(await listActivity(fixture.deps, fixture.given.owner, { cursor: "nonsense" })).toEqual({
    data: [],
    nextCursor: null,
  });
});
