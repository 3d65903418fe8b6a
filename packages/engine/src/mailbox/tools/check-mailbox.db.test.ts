import { engineFixture, type EngineFixture, openToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

test("an agent sees what it has in hand and what waits, each with its id", async () => {
  const { deps, given } = fixture;
  const [inHand, waiting] = await transact(deps, given.system, async (tx) => [
    await tx.mailbox.post(given.workerId, { type: "heartbeat", payload: { instant: "now", reasons: ["mail"] } }),
    await tx.mailbox.post(given.workerId, { type: "system_event", payload: { subject: "notice", text: "Look." } }),
  ]);
  await deps.database.query("update mailbox_items set status = 'processing' where id = $1", [inHand?.itemId ?? ""]);
  const desk = await openToolDesk(fixture, { agentId: given.workerId });
  const result = await desk.call("check_mailbox", {});
  expect(result.text).toBe(
    [
      "In hand (1):",
      `- [${inHand?.itemId}] heartbeat, low, processing: Beat: mail`,
      "Waiting (1):",
      `- [${waiting?.itemId}] system_event, high, queued: notice: Look.`,
    ].join("\n"),
  );
  expect(result.details).toEqual({ queued: 1, deferred: 0, processing: 1 });
});
