import { isFault } from "@cadre/shared";
import { engineFixture, type EngineFixture, fact, queueTestRun, seededRandom } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { transact } from "../open-transaction.ts";
import { appendEntry } from "../sessions/append-fenced.ts";
import type { AttemptEnd } from "./attempt-end.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { claimRun } from "./claim-run.ts";
import { endAttempt } from "./end-attempt.ts";
import { reconcile } from "./reconcile.ts";
import { releaseRuns } from "./release-lost.ts";
import { registerWorker } from "./workers.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type RunRow = { id: string; status: string; fence: number; agentId: string };
/** A history with fewer claims proves little. */
const MIN_CLAIMS = 15;
const OVER = ["succeeded", "incomplete", "failed", "cancelled"];

/** A small world of agents, runs and workers, on which a seed plays random moves, several at once. */
class World {
  readonly agents: string[] = [];
  readonly claims: ClaimedRun[] = [];
  readonly #random: () => number;
  readonly #fences = new Map<string, number>();
  readonly #ended = new Map<string, string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  weighted<T>(from: readonly (readonly [number, T])[]): T {
    let rest = this.#random() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, one] of from) {
      rest -= weight;
      if (rest <= 0) return one;
    }
    throw new Error("Nothing to choose from.");
  }

  async populate(): Promise<void> {
    const { deps, given } = fixture;
    for (let agent = 0; agent < 2; agent += 1) {
      const agentId = await given.newAgent({ name: "Someone", settings: { maxConcurrentTasks: 2 } });
      this.agents.push(agentId);
      for (let run = 0; run < 8; run += 1) {
        const { sessionId } = await transact(deps, given.system, (tx) =>
          tx.sessions.ensure({ key: `${agentId}:${run}`, agentId, kind: "task" }),
        );
        await queueTestRun(deps, given, {
          agentId,
          sessionId,
          lane: run % 2 === 0 ? "focus" : "task",
          priority: run % 3,
        });
      }
    }
  }

  runs(): Promise<RunRow[]> {
    return fixture.deps.database.query<RunRow>(
      "select id, status, fence, agent_id from runs where agent_id = any($1::text[]) order by id",
      [this.agents],
    );
  }

  /** What may never be seen, whatever happened. */
  async check(): Promise<void> {
    const { database } = fixture.deps;
    for (const run of await this.runs()) {
      expect(run.fence, "fences only grow").toBeGreaterThanOrEqual(this.#fences.get(run.id) ?? 0);
      this.#fences.set(run.id, run.fence);
      expect(this.#ended.get(run.id) ?? run.status, "an end is for good").toBe(run.status);
      if (OVER.includes(run.status)) this.#ended.set(run.id, run.status);
    }
    const wrong = await database.query(
      `select 'attempt without its run' as what, a.run_id from attempts a join runs r on r.id = a.run_id
         where a.status = 'running' and (r.status <> 'running' or r.fence <> a.fence)
       union all select 'running without an attempt', r.id from runs r where r.status = 'running'
         and not exists (select 1 from attempts a where a.run_id = r.id and a.fence = r.fence and a.status = 'running')
       union all select 'too many in a lane', min(id) from runs where status = 'running'
         group by agent_id, lane having count(*) > case lane when 'task' then 2 else 1 end
       union all select 'running though paused', r.id from runs r join agents g on g.id = r.agent_id
         where r.status = 'running' and g.paused_at is not null
       union all select 'waiting for nothing', r.id from runs r where r.status = 'waiting'
         and not exists (select 1 from waits w where w.run_id = r.id and w.status = 'open')
       union all select 'an older attempt wrote after a newer one', e.run_id from session_entries e
         join session_entries later on later.session_id = e.session_id and later.seq > e.seq and later.fence < e.fence
       union all select 'a gap in a log', s.id from sessions s
         where s.next_seq - 1 <> (select count(*) from session_entries e where e.session_id = s.id)`,
    );
    expect(wrong).toEqual([]);
  }
}

/** Faults that a racing move may meet; anything else is a bug. */
async function allowStale(move: Promise<unknown>): Promise<void> {
  await move.catch((error: unknown) => {
    if (!isFault(error, "run.stale-fence")) throw error;
  });
}

function randomEnd(world: World): AttemptEnd {
  if (world.chance(0.1)) return { kind: "succeeded", outcome: "done" };
  if (world.chance(0.05)) return { kind: "failed", trouble: { kind: "loop-detected", message: "again" } };
  if (world.chance(0.4)) return { kind: "drained" };
  const references = world.chance(0.5) ? ["a"] : [world.pick(["a", "b"]) ?? "a", "c"];
  return { kind: "parked", waits: references.map((reference) => ({ kind: "process", reference })) };
}

async function claimOne(world: World): Promise<void> {
  const open = (await world.runs()).filter((run) => run.status === "queued");
  const workerId = await registerWorker(fixture.deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const claim = await claimRun(fixture.deps, { hintRunId: world.pick(open)?.id ?? "", workerId, version: 1 });
  if (claim !== undefined) world.claims.push(claim);
}

/** One random move. Claims are kept for ever, so that many writers are stale ones. */
function randomMove(world: World): Promise<unknown> {
  const { deps, given } = fixture;
  const claim = world.chance(0.8) ? world.claims.at(-1) : world.pick(world.claims);
  const agentId = world.pick(world.agents) ?? "";
  const ofClaim = (move: (claim: ClaimedRun) => Promise<unknown>) => () =>
    claim === undefined ? claimOne(world) : move(claim);
  const moves: readonly (readonly [number, () => Promise<unknown>])[] = [
    [10, () => claimOne(world)],
    [5, ofClaim((one) => allowStale(writeEntry(one)))],
    [5, ofClaim((one) => allowStale(endAttempt(deps, one, randomEnd(world))))],
    [2, ofClaim((one) => releaseRuns(deps, { workerId: one.workerId }))],
    [4, () => transact(deps, given.system, (tx) => tx.runs.satisfy("process", world.pick(["a", "b", "c"]) ?? "a", {}))],
    [1, () => pause(agentId)],
    [4, () => resume(agentId)],
    [0.3, ofClaim(({ runId }) => transact(deps, given.owner, (tx) => tx.runs.stop({ runId }, CANCELLED)))],
    [1, () => reconcile(deps)],
  ];
  return world.weighted(moves)();
}

const CANCELLED = { to: "cancelled", reason: "not needed" } as const;

function writeEntry(claim: ClaimedRun): Promise<unknown> {
  return appendEntry(fixture.deps, claim, {
    sessionId: claim.sessionId ?? "",
    payload: { kind: "note", v: 1, topic: "test", text: `by ${claim.fence}` },
    step: 1,
  });
}

function pause(agentId: string): Promise<unknown> {
  return transact(fixture.deps, fixture.given.owner, async (tx) => {
    await tx.unit.query("update agents set paused_at = cadre_now() where id = $1", [agentId]);
    await tx.runs.stop({ agentId }, { to: "held", reason: "paused" });
  });
}

function resume(agentId: string): Promise<unknown> {
  return fixture.deps.database.query("update agents set paused_at = null where id = $1", [agentId]);
}

/** Lifts every pause, meets every wait and lets live workers finish: what is then still open would be open for ever. */
async function finishAll(world: World): Promise<void> {
  const { deps, given } = fixture;
  for (const agentId of world.agents) await resume(agentId);
  for (let pass = 0; pass < 30; pass += 1) {
    for (const reference of ["a", "b", "c"]) {
      await transact(deps, given.system, (tx) => tx.runs.satisfy("process", reference, {}));
    }
    for (const { workerId } of world.claims) await releaseRuns(deps, { workerId });
    const open = (await world.runs()).filter((run) => !OVER.includes(run.status));
    if (open.length === 0) return;
    const workerId = await registerWorker(deps, { kind: "test", host: "test", pid: 1, version: 1 });
    for (const run of open) {
      const claim = await claimRun(deps, { hintRunId: run.id, workerId, version: 1 });
      if (claim !== undefined) await endAttempt(deps, claim, { kind: "succeeded", outcome: "at last" });
    }
  }
}

for (const seed of [1, 2, 3, 5, 8, 13]) {
  fact(
    ["I2", "I6"],
    `random history ${seed}: one attempt a run, fences that only grow, no stale write, no pause that leaks, no run lost`,
    async () => {
      const world = new World(seed);
      await world.populate();
      for (let burst = 0; burst < 60; burst += 1) {
        await Promise.all(Array.from({ length: 6 }, () => randomMove(world)));
        await world.check();
      }
      await finishAll(world);
      await world.check();
      const runs = await world.runs();
      expect(runs.filter((run) => !OVER.includes(run.status))).toEqual([]);
      expect(world.claims.length).toBeGreaterThan(MIN_CLAIMS);
    },
    60_000,
  );
}
