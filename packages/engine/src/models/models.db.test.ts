import { NO_USAGE } from "@cadre/domain";
import { RUN_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClaimedRun } from "../runs/claimed-run.ts";
import { releaseLost } from "../runs/release-lost.ts";
import { createBudgetGate } from "./budget-gate.ts";
import { createDeltaWriter, purgeDeltas } from "./delta-writer.ts";
import { createLedger, settleLostCalls } from "./ledger.ts";

let fixture: EngineFixture;
let claim: ClaimedRun;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { deps, given } = fixture;
  const agentId = await given.newAgent({ name: "Ada" });
  claim = await claimTestRun(deps, await queueTestRun(deps, given, { agentId }));
  await deps.database.query("update model_calls set status = 'aborted' where status = 'reserved'");
  await deps.database.query("delete from spend_days");
});

const LIMIT = 1_000;
const target = { provider: "anthropic", model: "some-model" };
const reserve = (worstCaseMicroUsd: number, of: { isSimulated?: boolean; isUnpriced?: boolean } = {}) =>
  createBudgetGate(fixture.deps, { dailyLimitMicroUsd: LIMIT }).reserve({
    account: { claim, step: 1, purpose: "main", receipt: "hashes" },
    target,
    worstCaseMicroUsd,
    isUnpriced: of.isUnpriced ?? false,
    isSimulated: of.isSimulated ?? false,
  });
const idOf = (reservation: Awaited<ReturnType<typeof reserve>>): string =>
  reservation.kind === "reserved" ? reservation.reservationId : "";
const settle = (reservationId: string, costMicroUsd: number, isFailed = false) =>
  createLedger(fixture.deps).settle({
    account: { claim, step: 1, purpose: "main" },
    reservationId,
    target,
    outcome: isFailed
      ? {
          kind: "failed",
          failure: {
            kind: "aborted",
            status: undefined,
            code: undefined,
            message: "stopped",
            retryAfterMs: undefined,
            isRetryable: false,
          },
        }
      : { kind: "reply", requestId: "req_1" },
    usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 },
    costMicroUsd,
    isUnpriced: false,
    isSimulated: false,
    startedAt: new Date(),
    endedAt: new Date(),
  });
const spent = () => fixture.deps.database.query("select reserved_micros, settled_micros from spend_days");
const callRow = async (id: string) =>
  (await fixture.deps.database.query<Record<string, unknown>>("select * from model_calls where id = $1", [id]))[0];

fact(
  "I9",
  "calls that ask at once never reserve more than the day's limit, and the refused ones have no row",
  async () => {
    const { deps } = fixture;
    const reservations = await Promise.all(Array.from({ length: 20 }, () => reserve(300)));
    expect(reservations.filter((one) => one.kind === "reserved")).toHaveLength(3);
    expect(reservations.find((one) => one.kind === "refused")).toMatchObject({
      reason: expect.stringContaining("CADRE_SPEND_LIMIT_USD"),
      retryAfterMs: expect.any(Number),
    });
    expect(await spent()).toEqual([{ reservedMicros: 900, settledMicros: 0 }]);
    const rows = await deps.database.query("select id from model_calls where run_id = $1", [claim.runId]);
    expect(rows).toHaveLength(3);
  },
);

fact("I9", "a settled call gives back what it did not use, and a larger one than the limit never starts", async () => {
  const first = idOf(await reserve(900));
  expect(await reserve(200)).toMatchObject({ kind: "refused" });
  await settle(first, 150);
  await settle(first, 150);
  expect(await spent()).toEqual([{ reservedMicros: 0, settledMicros: 150 }]);
  expect(await callRow(first)).toMatchObject({
    status: "done",
    costMicros: 150,
    simulatedCostMicros: 0,
    inputTokens: 10,
    outputTokens: 5,
    requestId: "req_1",
    receipt: "hashes",
  });
  expect(await reserve(LIMIT + 1)).toMatchObject({ kind: "refused" });
  expect(await reserve(851)).toMatchObject({ kind: "refused" });
  const aborted = idOf(await reserve(850));
  await settle(aborted, 20, true);
  expect(await callRow(aborted)).toMatchObject({ status: "aborted", failure: "aborted", costMicros: 20 });
});

test("a simulated call costs nothing real, is never refused, and labels its run", async () => {
  const { deps } = fixture;
  const reservation = await reserve(1_000_000, { isSimulated: true });
  await settle(idOf(reservation), 777);
  expect(await spent()).toEqual([]);
  expect(await callRow(idOf(reservation))).toMatchObject({
    isSimulated: true,
    costMicros: 0,
    simulatedCostMicros: 777,
  });
  const [run] = await deps.database.query("select is_simulated from runs where id = $1", [claim.runId]);
  expect(run).toEqual({ isSimulated: true });
});

test("a call without a price is flagged and counts at what it was charged", async () => {
  const reservation = await reserve(400, { isUnpriced: true });
  expect(await callRow(idOf(reservation))).toMatchObject({ isUnpriced: true, reservedMicros: 400 });
});

test("a call whose process was lost counts with its worst case, once, and only when its claim was given back", async () => {
  const { deps, clock } = fixture;
  const lost = idOf(await reserve(500));
  expect(await settleLostCalls(deps)).toBe(0);
  await clock.advance(RUN_LIMITS.leaseMs + 1);
  expect(await settleLostCalls(deps)).toBe(0);
  await releaseLost(deps);
  expect(await settleLostCalls(deps)).toBe(1);
  expect(await settleLostCalls(deps)).toBe(0);
  expect(await callRow(lost)).toMatchObject({ status: "aborted", failure: "lost", costMicros: 500 });
  expect(await spent()).toEqual([{ reservedMicros: 0, settledMicros: 500 }]);
});

const deltas = () =>
  fixture.deps.database.query<{ step: number; kind: string; text: string }>(
    "select step, kind, text from model_deltas where run_id = $1 order by fence, step, seq",
    [claim.runId],
  );

test("pieces of one kind are one row, in order, written together", async () => {
  const writer = createDeltaWriter(fixture.deps.database, (error) => expect.fail(String(error)));
  for (const text of ["Hel", "lo ", "wor\u0000ld"]) writer.write({ claim, step: 1, kind: "text", text });
  writer.write({ claim, step: 1, kind: "thinking", text: "hm" });
  writer.write({ claim, step: 1, kind: "text", text: "!" });
  await writer.flush();
  writer.write({ claim, step: 2, kind: "text", text: "next" });
  await writer.flush();
  expect(await deltas()).toEqual([
    { step: 1, kind: "text", text: "Hello wor\uFFFDld" },
    { step: 1, kind: "thinking", text: "hm" },
    { step: 1, kind: "text", text: "!" },
    { step: 2, kind: "text", text: "next" },
  ]);
});

test("deltas flush by themselves, are gone after an hour, and a database that is away loses only them", async () => {
  const { deps, clock } = fixture;
  const written = Promise.withResolvers<void>();
  const writer = createDeltaWriter(
    {
      query: async (text, values) => {
        const rows = await deps.database.query<never>(text, values);
        written.resolve();
        return rows;
      },
    },
    () => undefined,
  );
  writer.write({ claim, step: 1, kind: "text", text: "soon" });
  await written.promise;
  expect(await deltas()).toHaveLength(1);
  await clock.advance(3_601_000);
  await purgeDeltas(deps);
  expect(await deltas()).toEqual([]);

  const lost: number[] = [];
  const cut = createDeltaWriter(
    { query: () => Promise.reject(new Error("away")) },
    (_error, rows) => void lost.push(rows),
  );
  cut.write({ claim, step: 1, kind: "text", text: "lost" });
  await cut.flush();
  expect(lost).toEqual([1]);
});

test("a call refused only because of calls under way is tried again soon; one that the day has no money for waits until tomorrow", async () => {
  const first = await reserve(800);
  expect(await reserve(800)).toMatchObject({ kind: "refused", retryAfterMs: 15_000 });
  await settle(idOf(first), 700);
  const late = await reserve(800);
  if (late.kind !== "refused") throw new Error("The day has 300 micro-dollars left.");
  expect(late.retryAfterMs).not.toBe(15_000);
});
