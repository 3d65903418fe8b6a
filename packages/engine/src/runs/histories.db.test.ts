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

  async populate(): Promise<void> {
    const { deps, given } = fixture;
    for (let agent = 0; agent < 2; agent += 1) {
      const agentId = await given.newAgent({ name: "Someone", settings: { maxConcurrentTasks: 2 } });
      this.agents.push(agentId);
      for (let run = 0; run < 5; run += 1) {
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
  const ends: AttemptEnd[] = [
    { kind: "drained" },
    { kind: "drained" },
    {
      kind: "parked",
      waits: [
        { kind: "process", reference: world.pick(["a", "b"]) ?? "a" },
        { kind: "process", reference: "c" },
      ],
    },
    { kind: "parked", waits: [{ kind: "process", reference: "a" }] },
    { kind: "succeeded", outcome: "done" },
    { kind: "failed", trouble: { kind: "loop-detected", message: "again" } },
  ];
  return world.pick(ends) ?? { kind: "drained" };
}

async function claimOne(world: World): Promise<void> {
  const open = (await world.runs()).filter((run) => run.status === "queued");
  const workerId = await registerWorker(fixture.deps, { kind: "test", host: "test", pid: 1, version: 1 });
  const claim = await claimRun(fixture.deps, { hintRunId: world.pick(open)?.id ?? "", workerId, version: 1 });
  if (claim !== undefined) world.claims.push(claim);
}

/** One random move. Claims are kept for ever, so that most writers are stale ones. */
function randomMove(world: World): Promise<unknown> {
  const { deps, given } = fixture;
  const claim = world.chance(0.6) ? world.claims.at(-1) : world.pick(world.claims);
  const agentId = world.pick(world.agents) ?? "";
  const moves: (() => Promise<unknown>)[] = [
    () => claimOne(world),
    () => claimOne(world),
    () => claimOne(world),
    () => (claim === undefined ? claimOne(world) : allowStale(writeEntry(claim))),
    () => (claim === undefined ? claimOne(world) : allowStale(writeEntry(claim))),
    () => (claim === undefined ? claimOne(world) : allowStale(endAttempt(deps, claim, randomEnd(world)))),
    () => (claim === undefined ? claimOne(world) : allowStale(endAttempt(deps, claim, randomEnd(world)))),
    () => (claim === undefined ? claimOne(world) : releaseRuns(deps, { workerId: claim.workerId })),
    () => transact(deps, given.system, (tx) => tx.runs.satisfy("process", world.pick(["a", "b", "c"]) ?? "a", {})),
    () => setPaused(agentId, true),
    () => setPaused(agentId, false),
    () => setPaused(agentId, false),
    () =>
      world.chance(0.2)
        ? transact(deps, given.owner, (tx) =>
            tx.runs.stop({ runId: claim?.runId ?? "" }, { to: "cancelled", reason: "x" }),
          )
        : claimOne(world),
    () => reconcile(deps),
  ];
  return world.pick(moves)?.() ?? Promise.resolve();
}

function writeEntry(claim: ClaimedRun): Promise<unknown> {
  return appendEntry(fixture.deps, claim, {
    sessionId: claim.sessionId ?? "",
    payload: { kind: "note", v: 1, topic: "test", text: `by ${claim.fence}` },
    step: 1,
  });
}

function setPaused(agentId: string, isPaused: boolean): Promise<unknown> {
  return transact(fixture.deps, fixture.given.owner, async (tx) => {
    await tx.unit.query("update agents set paused_at = case when $2::boolean then cadre_now() end where id = $1", [
      agentId,
      isPaused,
    ]);
    if (isPaused) await tx.runs.stop({ agentId }, { to: "held", reason: "paused" });
  });
}

/** Lifts every pause, meets every wait and lets live workers finish: what is then still open would be open for ever. */
async function finishAll(world: World): Promise<void> {
  const { deps, given } = fixture;
  for (const agentId of world.agents) await setPaused(agentId, false);
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
      for (let burst = 0; burst < 25; burst += 1) {
        await Promise.all(Array.from({ length: 6 }, () => randomMove(world)));
        await world.check();
      }
      await finishAll(world);
      await world.check();
      const open = (await world.runs()).filter((run) => !OVER.includes(run.status));
      expect(open).toEqual([]);
    },
    60_000,
  );
}
