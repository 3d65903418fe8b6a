import { RUN_LIMITS } from "@cadre/shared";
import { claimTestRun, engineFixture, eventually, type EngineFixture, fact, queueTestRun } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../open-transaction.ts";
import { type ClaimDesk, createClaimDesk } from "./claim-run.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { createEndDesk } from "./end-desk.ts";
import { startWorker } from "./live-worker.ts";
import { releaseRuns } from "./release-lost.ts";
import { registerWorker } from "./workers.ts";

const AGENTS = 12;

let fixture: EngineFixture;
let agentIds: string[];
beforeAll(async () => {
  fixture = await engineFixture();
  agentIds = await Promise.all(
    Array.from({ length: AGENTS }, (_, nth) => fixture.given.newAgent({ name: `Agent ${nth}` })),
  );
});
afterAll(() => fixture.close());

async function openDesk(): Promise<ClaimDesk["claim"]> {
  const { deps } = fixture;
  const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  return createClaimDesk(deps, { workerId, version: 1 }).claim;
}
const queueEach = (lane: "task" | "chat" = "task"): Promise<string[]> =>
  Promise.all(agentIds.map((agentId) => queueTestRun(fixture.deps, fixture.given, { agentId, lane })));
const endAll = async (claims: readonly (ClaimedRun | undefined)[]): Promise<void> => {
  const end = createEndDesk(fixture.deps);
  const won = claims.filter((claim) => claim !== undefined);
  await Promise.all(won.map((claim) => end(claim, { kind: "succeeded", outcome: "done" })));
};
const ofStatus = async (status: string): Promise<string[]> =>
  (await fixture.deps.database.query<{ id: string }>("select id from runs where status = $1", [status])).map(
    ({ id }) => id,
  );

/** Statements that claim or end, as they go to the database. */
async function counting<T>(work: () => Promise<T>): Promise<{ answer: T; claims: number; units: number }> {
  const { database } = fixture.deps;
  const { query, unit } = database;
  const counted = { claims: 0, units: 0 };
  Object.assign(database, {
    query: (text: string, values: []) => {
      if (text.includes("cadre_claim_runs")) counted.claims += 1;
      return query(text, values);
    },
    unit: (organizationId: string, run: Parameters<typeof unit>[1]) => {
      counted.units += 1;
      return unit(organizationId, run);
    },
  });
  try {
    return { answer: await work(), ...counted };
  } finally {
    Object.assign(database, { query, unit });
  }
}

fact(
  ["I1", "I2"],
  "hints that arrive together are claimed in a few statements, each run once and with its own hint",
  async () => {
    const claim = await openDesk();
    const runs = await queueEach();
    const { answer: claims, claims: statements } = await counting(() => Promise.all([...runs, ...runs].map(claim)));
    expect(claims.slice(0, AGENTS).map((won) => won?.runId)).toEqual(runs);
    expect(claims.slice(AGENTS)).toEqual(Array.from({ length: AGENTS }, () => undefined));
    expect(statements).toBe(1 + Math.ceil((2 * AGENTS - 1) / RUN_LIMITS.claimBatch));
    const { units } = await counting(() => endAll(claims));
    expect(units).toBe(2);
    expect(await ofStatus("running")).toEqual([]);
    const attempts = await fixture.deps.database.query("select 1 from attempts where status = 'finished'");
    expect(attempts).toHaveLength(AGENTS);
  },
);

fact(
  "I2",
  "two workers that hear of the same runs at once share them: none is claimed twice, none is left",
  async () => {
    const desks = [await openDesk(), await openDesk(), await openDesk()];
    for (let round = 0; round < 5; round += 1) {
      const runs = [...(await queueEach()), ...(await queueEach("chat"))];
      const hints = desks.flatMap((desk, nth) => (nth === 1 ? runs.toReversed() : runs).map(desk));
      const claims = (await Promise.all(hints)).filter((won) => won !== undefined);
      expect(claims.map(({ runId }) => runId).sort()).toEqual(runs.toSorted());
      expect(await ofStatus("queued")).toEqual([]);
      await endAll(claims);
    }
  },
);

fact("I6", "what may not start is left out of a claim, and the others start", async () => {
  const { deps } = fixture;
  const claim = await openDesk();
  const runs = await queueEach();
  const [first = "", second = "", third = ""] = agentIds;
  await deps.database.query("update agents set paused_at = cadre_now() where id = $1", [first]);
  const behind = await queueTestRun(deps, fixture.given, { agentId: second, lane: "task" });
  const urgent = await queueTestRun(deps, fixture.given, { agentId: third, lane: "task", priority: 0 });
  const claims = await Promise.all([...runs, behind].map(claim));
  expect(claims.map((won) => won?.runId)).toEqual([undefined, runs[1], urgent, ...runs.slice(3), undefined]);
  await endAll(claims);
  await deps.database.query("update agents set paused_at = null where id = $1", [first]);
  await endAll(await Promise.all([runs[0], behind, runs[2]].map((run = "") => claim(run))));
  expect(await ofStatus("queued")).toEqual([]);
});

test("a suspended writer of one run holds up no other claim", async () => {
  const { deps } = fixture;
  const claim = await openDesk();
  const runs = await queueEach();
  const [held = ""] = runs;
  const lost = await claimTestRun(deps, held);
  const suspended = await deps.database.pool.connect();
  await suspended.query("begin");
  await suspended.query("select 1 from runs where id = $1 and fence = $2 for key share", [held, lost.fence]);
  await releaseRuns(deps, { workerId: lost.workerId });
  const waiting = claim(held);
  const others = await Promise.all(runs.slice(1).map(claim));
  expect(others.map((won) => won?.runId)).toEqual(runs.slice(1));
  await suspended.query("rollback");
  suspended.release();
  // A claim waits for a while only.
  const own = (await waiting) ?? (await claim(held));
  expect(own).toMatchObject({ runId: held, fence: lost.fence + 1 });
  await endAll([own, ...others]);
});

fact(["I2", "I4"], "of ends written together, a lost claim and a failure undo only their own", async () => {
  const { deps } = fixture;
  const claim = await openDesk();
  const claims = await Promise.all((await queueEach()).map(claim));
  const end = createEndDesk(deps);
  await deps.database.query("update runs set status = 'cancelled' where id = $1", [claims[2]?.runId ?? ""]);
  const ends = await Promise.allSettled(
    claims.map((won, nth) => {
      if (won === undefined) throw new Error("Not claimed.");
      const alongside = nth === 5 ? () => Promise.reject(new Error("no")) : () => Promise.resolve();
      return end(won, { kind: "succeeded", outcome: "done", alongside });
    }),
  );
  expect(ends[2]).toMatchObject({ status: "rejected", reason: { code: "run.stale-fence" } });
  expect(ends[5]).toMatchObject({ status: "rejected", reason: { message: "no" } });
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(AGENTS - 2);
  expect(await ofStatus("running")).toEqual([claims[5]?.runId]);
  const events = await deps.database.query(
    "select 1 from outbox where type = 'run.ended' and entity_id = any($1::text[])",
    [claims.map((won) => won?.runId ?? "")],
  );
  expect(events).toHaveLength(AGENTS - 2);
});

const NOTICE = { type: "system_event", payload: { subject: "notice", text: "Think." } } as const;
const ENDS = [
  { what: "plain", mail: NOTICE, hasOpenCall: false, units: 1 },
  { what: "with an open call", mail: NOTICE, hasOpenCall: true, units: 2 },
  {
    what: "of a beat",
    mail: { type: "heartbeat", payload: { instant: "", reasons: new Array<string>() } },
    hasOpenCall: false,
    units: 2,
  },
] as const;

test.each(ENDS)("an end $what writes the same through the desk as alone", async ({ mail, hasOpenCall, units }) => {
  const { deps, given } = fixture;
  const { database } = deps;
  const traces = async (end: ReturnType<typeof createEndDesk>): Promise<{ counted: number; written: unknown }> => {
    const agentId = await given.newAgent({ name: "Reader" });
    const { itemId, runId = "" } = await transact(deps, given.system, (tx) => tx.mailbox.post(agentId, mail));
    const won = { ...(await claimTestRun(deps, runId)), scenario: "any" };
    if (hasOpenCall) {
      await database.query(
        `insert into tool_calls (organization_id, run_id, entry_id, call_id, step, position, name, args, args_hash, effect, idempotency_key)
         values ($1, $2, 'ent_1', 'call_1', 1, 0, 'x', '{}', '', 'read', $2)`,
        [given.organizationId, runId],
      );
    }
    const { units: counted } = await counting(() => end(won, { kind: "succeeded", outcome: "read" }));
    const of = (columns: string, from: string): Promise<unknown> =>
      database.query(`select ${columns} from ${from} order by 1`, [[itemId, runId]]);
    const written = {
      events: await of(
        "type, entity_kind, payload::jsonb::text as payload, actor_kind",
        "outbox where entity_id = any ($1) and type like '%.ended'",
      ),
      run: await of("status, outcome, worker_id, lane_slot, ended_at is null", "runs where id = any ($1)"),
      attempt: await of("status, reason, last_step, ended_at is null", "attempts where run_id = any ($1)"),
      item: await of("status, outcome, ended_at is null", "mailbox_items where id = any ($1)"),
      calls: await of("status, outcome", "tool_calls where run_id = any ($1)"),
    };
    return { counted, written: JSON.parse(JSON.stringify(written).replaceAll(agentId, "reader")) };
  };
  const desk = await traces(createEndDesk(deps));
  const alone = await traces((won, end) => endAttempt(deps, won, end));
  expect(desk.written).toEqual(alone.written);
  expect(desk.written).toMatchObject({ run: [{ status: "succeeded" }], item: [{ status: "completed" }] });
  expect({ desk: desk.counted, alone: alone.counted }).toEqual({ desk: units, alone: 1 });
});

test("a hint that rings while its claim is being refused is followed again, by the worker that rings too", async () => {
  const { deps, given } = fixture;
  const worker = await startWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const agentId = await given.newAgent({ name: "Busy" });
  const [first, second] = [await queueTestRun(deps, given, { agentId }), await queueTestRun(deps, given, { agentId })];
  const held = await worker.claim(first);
  const { query } = deps.database;
  const refused = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  Object.assign(deps.database, {
    async query(...args: Parameters<typeof query>) {
      const rows = await query(...args);
      if (args[0].includes("cadre_claim_runs") && rows.length === 0) {
        refused.resolve();
        await ended.promise;
      }
      return rows;
    },
  });
  const rings = fixture.doorbell.runs.length;
  const waiting = worker.claim(second);
  await refused.promise;
  if (held !== undefined) await worker.end(held, { kind: "succeeded", outcome: "done" });
  ended.resolve();
  expect(await waiting).toMatchObject({ runId: second });
  expect(fixture.doorbell.runs).toHaveLength(rings);
  Object.assign(deps.database, { query });
  await worker.stop();
});

test("a hint is known as just refused until a queue has forgotten it, and is new after that", async () => {
  const { deps, given } = fixture;
  const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const desk = createClaimDesk(deps, { workerId, version: 1 });
  const agentId = await given.newAgent({ name: "Full" });
  const [first, second] = [await queueTestRun(deps, given, { agentId }), await queueTestRun(deps, given, { agentId })];
  expect(desk.hear(second)).toBe("new");
  const held = await desk.claim(first);
  expect(await desk.claim(second)).toBeUndefined();
  expect([desk.hear(first), desk.hear(second)]).toEqual(["new", "just refused"]);
  await eventually(() => desk.hear(second) === "new" || undefined, "the refused hint is forgotten");
  await endAll([held]);
});
