import { setTimeout as pause } from "node:timers/promises";
import { eventually, type GatePoint, seededRandom, type StoppedCommit } from "@cadre/testkit";
import { type Disturbance, noteInterrupted, type Stage, type Story } from "./stage.ts";

const LOOK_MS = 4;
const START_MS = 60_000;

/** Leaves the story alone. */
export const undisturbed: Disturbance = async () => 0;

/** How long a story goes on: how many model calls it makes, and the milliseconds from one to the next. */
export type Pace = { readonly modelCalls: number; readonly gapMs: number };

/**
 * Kills the executor at moments that a seed draws from a story of this pace. A moment is a model call and a part of the time to the
 * next one, or that next one if it comes sooner: neither a slower nor a quicker story leaves it behind.
 */
export function killsAtMoments(options: {
  readonly seed: number;
  readonly kills: number;
  readonly pace: Pace;
}): Disturbance {
  const { modelCalls, gapMs } = options.pace;
  return async (stage, story) => {
    const random = seededRandom(options.seed);
    const moments = Array.from({ length: options.kills }, () => random() * (modelCalls - 1)).sort((a, b) => a - b);
    let kills = 0;
    for (const moment of moments) {
      await eventually(() => isWorking(stage) || undefined, "executor", START_MS);
      while (stage.models.calls() < moment - 1 && !story.over.aborted) await pause(LOOK_MS);
      const dueMs = performance.now() + (moment % 1) * gapMs;
      while (stage.models.calls() < moment && performance.now() < dueMs && !story.over.aborted) await pause(LOOK_MS);
      if (story.over.aborted) return kills;
      kills += await killAndNote(stage, undefined);
    }
    return kills;
  };
}

/** Which of the things of one kind: of every so many the one with this number, from 0. */
export type Share = { readonly every: number; readonly from: number };

function isIn({ every, from }: Share, number: number): boolean {
  return number % every === from;
}

/** Kills the executor at model calls, when the request has arrived or when the answer is sent. A repeated call is let be. */
export function killsAtModelCalls(when: "onRequest" | "onAnswer", share: Share): Disturbance {
  return async (stage, story) => {
    const known = new Set<string>();
    let kills = 0;
    stage.models[when] = async () => {
      const caller = await callerOf(stage);
      if (caller === undefined || known.has(caller.step) || story.over.aborted) return;
      if (isIn(share, known.size)) kills += await killAndNote(stage, caller.pid);
      known.add(caller.step);
    };
    await ended(story);
    stage.models[when] = undefined;
    return kills;
  };
}

export type CommitKills = {
  readonly point: GatePoint;
  readonly share: Share;
  /** Whether the write that was under way happens although its writer is dead. */
  readonly then: "happens" | "is-undone";
};

/** Stops the executor in the middle of writes, kills it there, and lets each write happen or not. A write tried again is let be. */
export function killsAtCommits(plans: readonly CommitKills[]): Disturbance {
  return async (stage, story) => {
    const known = new Map<GatePoint, Set<string>>(plans.map(({ point }) => [point, new Set()]));
    for (const { point } of plans) await stage.commits.stopEach(point);
    return atCommits(stage, story, async (stopped) => {
      const plan = plans.find(({ point }) => point === stopped.point);
      const before = known.get(stopped.point) ?? new Set();
      const isWanted = plan !== undefined && !before.has(stopped.what) && isIn(plan.share, before.size);
      before.add(stopped.what);
      const writer = isWanted ? await writerOf(stage, stopped) : undefined;
      if (!isWanted || writer === undefined) return stopped.letThrough().then(() => 0);
      await stage.fleet.kill(writer);
      await (plan.then === "is-undone" ? stopped.undo() : stopped.letThrough());
      await noteInterrupted(stage, writer);
      return 1;
    });
  };
}

/**
 * Suspends the executor for longer than its lease, in the middle of each planned write, which then happens. Another one takes over;
 * the first wakes with work in its hands that is not its any more.
 */
export function suspendsAtCommits(
  plans: readonly { readonly point: GatePoint; readonly nth: number }[],
  suspendMs: number,
): Disturbance {
  return async (stage, story) => {
    for (const { point, nth } of plans) await stage.commits.stopAt(point, nth);
    const sleeping: Promise<void>[] = [];
    const suspensions = await atCommits(stage, story, async (stopped) => {
      const pid = await writerOf(stage, stopped);
      const program = stage.fleet.executors().find((other) => other.pid === pid);
      program?.signal("SIGSTOP");
      await stopped.letThrough();
      if (program === undefined) return 0;
      sleeping.push(pause(suspendMs).then(() => wake(stage, program)));
      return 1;
    });
    await Promise.all(sleeping);
    return suspensions;
  };
}

/** The woken process cannot ask for two seconds whether its claims are still its own: it has to know by its own clock. */
async function wake({ fleet }: Stage, program: { readonly pid: number; signal(name: "SIGCONT"): void }): Promise<void> {
  const isHeld = fleet.deps.database.query(
    "with held as materialized (select 1 from workers where pid = $1 for update) select pg_sleep(2) from held",
    [program.pid],
  );
  await pause(LOOK_MS * 10);
  program.signal("SIGCONT");
  await isHeld;
}

/** Does something at regular times while the story runs, such as emptying Redis. */
export function each(
  times: { readonly ms: number; readonly atMost: number },
  act: (stage: Stage) => Promise<void>,
): Disturbance {
  return async (stage, story) => {
    let acts = 0;
    while (acts < times.atMost) {
      await wait(times.ms, story);
      if (story.over.aborted) break;
      await act(stage);
      acts += 1;
    }
    return acts;
  };
}

async function atCommits(
  stage: Stage,
  story: Story,
  act: (stopped: StoppedCommit) => Promise<number>,
): Promise<number> {
  let acts = 0;
  while (!story.over.aborted) {
    const stopped = await stage.commits.waiting();
    if (stopped === undefined) await pause(LOOK_MS);
    else acts += await act(stopped);
  }
  return acts;
}

/** The process whose write waits: the worker of the run that wrote; a verdict names none, and is a reviewer's. */
async function writerOf({ fleet }: Stage, { runId }: StoppedCommit): Promise<number | undefined> {
  const rows = await fleet.deps.database.query<{ pid: number }>(
    `select w.pid from runs r join workers w on w.id = r.worker_id
     where r.id = $1 or ($1::text is null and r.status = 'running' and r.scenario = 'review')
     order by r.started_at desc limit 1`,
    [runId ?? null],
  );
  return rows[0]?.pid;
}

type Caller = { readonly pid: number; readonly step: string };

/** Who made the newest model call of an attempt that goes on, and for which step. */
async function callerOf({ fleet }: Stage): Promise<Caller | undefined> {
  const rows = await fleet.deps.database.query<Caller>(
    `select w.pid, m.run_id || ' ' || m.step as step from model_calls m
     join attempts a on a.run_id = m.run_id and a.fence = m.fence and a.status = 'running'
     join workers w on w.id = a.worker_id order by m.started_at desc limit 1`,
  );
  return rows[0];
}

function isWorking({ fleet }: Stage): boolean {
  return fleet.executors().some((program) => program.isReady());
}

async function killAndNote(stage: Stage, pid: number | undefined): Promise<number> {
  const killed = await stage.fleet.kill(pid);
  if (killed === 0) return 0;
  await noteInterrupted(stage, killed);
  return 1;
}

function ended(story: Story): Promise<void> {
  if (story.over.aborted) return Promise.resolve();
  return new Promise((resolve) => story.over.addEventListener("abort", () => resolve(), { once: true }));
}

async function wait(ms: number, story: Story): Promise<void> {
  await pause(Math.max(0, ms), undefined, { signal: story.over }).catch(() => undefined);
}
