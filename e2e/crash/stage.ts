import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CommitGate,
  type Fleet,
  type FleetDoorbell,
  type Given,
  giveOrganization,
  type ModelGate,
  openCommitGate,
  openModelGate,
  openTestDatabase,
  startDemoStory,
  startFleet,
  type TestDatabase,
} from "@cadre/testkit";
import { checkHistory } from "./check-history.ts";
import type { InterruptedCall } from "./history.ts";
import { readHistory, startedCalls } from "./read-history.ts";

/** Real processes on a database of their own, with gates where a test can stop them. Stories are played one after the other. */
export type Stage = {
  readonly fleet: Fleet;
  readonly commits: CommitGate;
  readonly models: ModelGate;
  readonly given: Given;
  readonly seen: { interrupted: InterruptedCall[]; mostRunningAtOnce: number };
  close(): Promise<void>;
};

/** A story that is being played. */
export type Story = {
  readonly rootTaskId: string;
  readonly startedAt: number;
  /** Aborts when the story is over, and with it whatever disturbs it. */
  readonly over: AbortSignal;
};

/** Disturbs a story until it is over. Returns how often it did. */
export type Disturbance = (stage: Stage, story: Story) => Promise<number>;

export type PlayedStory = {
  readonly disturbances: number;
  readonly seconds: number;
  readonly status: string;
  /** What the history checker found; nothing is good. */
  readonly faults: readonly string[];
  /** Effects that happened twice, since their call was unknown and whoever repeated it had looked. */
  readonly doubledEffects: number;
};

/** A story in which nothing happens for this long is stuck: a few leases and the start of a process on a loaded machine. */
const STUCK_MS = 60_000;
const LOOK_MS = 40;

export async function openStage(options: {
  readonly doorbell: FleetDoorbell;
  readonly executors: number;
  readonly sandbox?: "auto" | "off";
  /** Another database than a clone on the server of the test run. */
  readonly database?: Pick<TestDatabase, "url" | "close">;
}): Promise<Stage> {
  const database = options.database ?? (await openTestDatabase());
  const home = mkdtempSync(path.join(tmpdir(), "cadre-crash-"));
  chmodSync(home, 0o711);
  const models = await openModelGate();
  const commits = await openCommitGate(database.url);
  const { doorbell, executors, sandbox = "auto" } = options;
  const fleet = await startFleet({
    databaseUrl: database.url,
    home,
    simulatorUrl: models.url,
    doorbell,
    executors,
    sandbox,
  });
  return {
    fleet,
    commits,
    models,
    given: await giveOrganization(fleet.deps),
    seen: { interrupted: [], mostRunningAtOnce: 0 },
    async close() {
      // First the gate: a process in a commit that waits there cannot stop.
      await commits.close();
      await fleet.stop();
      await models.close();
      await database.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts the story, disturbs it, waits until nothing moves any more, and checks everything that is left. */
export async function playStory(stage: Stage, disturb: Disturbance): Promise<PlayedStory> {
  const { fleet, commits, models, given } = stage;
  await fleet.allReady();
  await commits.reset();
  models.reset();
  const over = new AbortController();
  const startedAt = performance.now();
  const { task } = await startDemoStory(fleet.deps, given.owner);
  const disturbing = disturb(stage, { rootTaskId: task.id, startedAt, over: over.signal });
  // A disturbance that fails ends the story; one that has done all it can does not.
  const status = await new Promise<string>((resolve, reject) => {
    disturbing.catch(reject);
    untilAtRest(stage, task.id).then(resolve, reject);
  }).finally(() => over.abort());
  const disturbances = await disturbing;
  const seconds = (performance.now() - startedAt) / 1_000;
  const history = await readHistory(fleet.deps, stage.seen);
  const effects = new Set(history.effects.map(({ taskId, line }) => `${taskId} ${line}`));
  const doubledEffects = history.effects.length - effects.size;
  return { disturbances, seconds, status, faults: checkHistory(history), doubledEffects };
}

/** Notes the calls that a dead executor has left started. */
export async function noteInterrupted(stage: Stage, pid: number): Promise<void> {
  stage.seen.interrupted.push(...(await startedCalls(stage.fleet.deps, pid)));
}

type Standing = {
  readonly status: string;
  readonly openWork: number;
  readonly unrelayed: number;
  readonly mostRunning: number;
  /** Grows whenever anything happens. */
  readonly progress: number;
};

const STANDING = `
  select (select status from tasks where id = $1) as status,
    (select count(*) from runs where status in ('queued', 'running', 'waiting'))::int
      + (select count(*) from tasks where status in ('pending', 'in_progress', 'blocked', 'review'))::int as open_work,
    (select count(*) from outbox where position is null)::int as unrelayed,
    ((select count(*) from outbox) + (select count(*) from attempts))::int as progress,
    greatest(
      (select max(n) from (select count(*) as n from attempts where status = 'running' group by run_id) a),
      (select max(n) from (select count(*) as n from runs where kind = 'task' and status in ('queued', 'running', 'waiting')
         group by task_id) t),
      0)::int as most_running`;

/** Waits until the story's task is at an end and nothing else is open, and looks meanwhile that nothing is in two hands. */
async function untilAtRest({ fleet, seen }: Stage, taskId: string): Promise<string> {
  let progress = 0;
  let lastProgressAt = performance.now();
  for (;;) {
    // There is no answer while the database starts again.
    const [now] = await fleet.deps.database.query<Standing>(STANDING, [taskId]).catch(() => []);
    seen.mostRunningAtOnce = Math.max(seen.mostRunningAtOnce, now?.mostRunning ?? 0);
    if (now?.openWork === 0 && now.unrelayed === 0) return now.status;
    if (now !== undefined && now.progress !== progress) {
      lastProgressAt = performance.now();
      progress = now.progress;
    }
    if (performance.now() - lastProgressAt > STUCK_MS) return `stuck (${now?.status})`;
    await pause(LOOK_MS);
  }
}

/** Why tasks are not completed, in the words of their rows: for whoever reads a failed test. */
export async function unfinishedTasks({ fleet }: Stage): Promise<string[]> {
  const rows = await fleet.deps.database.query<{ key: string; status: string; why: string }>(
    `select t.key, t.status, concat_ws(' | ', t.blocked_reason,
       (select string_agg(concat_ws(' ', r.id, r.status, r.failure), '; ' order by r.queued_at) from runs r
        where r.task_id = t.id and r.status in ('failed', 'incomplete', 'queued', 'running', 'waiting'))) as why
     from tasks t where t.status <> 'completed' order by t.number`,
  );
  return rows.map(({ key, status, why }) => `${key} is ${status}: ${why}`);
}
