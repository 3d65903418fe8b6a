import { engineFixture, type EngineFixture, giveOrganization } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import type { NotificationInput } from "../transaction.ts";
import { countUnread, listNotifications } from "./list-notifications.ts";
import { markNotificationsRead } from "./mark-notifications-read.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

function notify(input: NotificationInput, personIds?: readonly string[]): Promise<void> {
  return transact(fixture.deps, fixture.given.system, (tx) => tx.notifications.notify(input, personIds));
}

test("the same key reaches a person once, also from ten at once, and other people still", async () => {
  const { deps, given } = fixture;
  const input: NotificationInput = {
    type: "task_completed",
    title: "DEMO-1 is done",
    entity: { kind: "task", id: "tsk_1" },
    dedupeKey: "done:1",
  };
  await Promise.all(Array.from({ length: 10 }, () => notify(input)));
  await notify(input, [given.owner.id, given.viewer.id]);
  const own = await listNotifications(deps, given.owner);
  expect(own.data).toMatchObject([{ title: "DEMO-1 is done", entity: { kind: "task", id: "tsk_1" }, readAt: null }]);
  expect((await listNotifications(deps, given.viewer)).data.length).toBe(1);
  expect((await listNotifications(deps, given.member)).data).toEqual([]);
});

test("people of another organization are never told", async () => {
  const { deps } = fixture;
  const other = await giveOrganization(deps, "elsewhere");
  await notify({ type: "system", title: "For nobody here" }, [other.owner.id]);
  expect((await listNotifications(deps, other.owner)).data).toEqual([]);
});

test("reading is counted once, all or some, and somebody else's notice is not found", async () => {
  const { deps, given } = fixture;
  const reader = given.member;
  for (const title of ["one", "two", "three"]) await notify({ type: "system", title }, [reader.id]);
  await notify({ type: "system", title: "not yours" }, [given.viewer.id]);
  const [third, second] = (await listNotifications(deps, reader, { onlyUnread: true })).data;
  expect([third?.title, second?.title, await countUnread(deps, reader)]).toEqual(["three", "two", 3]);
  const foreign = (await listNotifications(deps, given.viewer)).data[0]?.id ?? "";
  await expect(markNotificationsRead(deps, reader, { ids: [third?.id ?? "", foreign] })).rejects.toMatchObject({
    code: "notification.not-found",
  });
  expect(await countUnread(deps, reader)).toBe(3);
  expect(await markNotificationsRead(deps, reader, { ids: [third?.id ?? ""] })).toEqual({ marked: 1 });
  expect(await markNotificationsRead(deps, reader, { ids: [third?.id ?? ""] })).toEqual({ marked: 0 });
  expect(await markNotificationsRead(deps, reader, { all: true })).toEqual({ marked: 2 });
  expect((await listNotifications(deps, reader, { onlyUnread: true })).data).toEqual([]);
});
