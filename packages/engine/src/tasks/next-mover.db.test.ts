import { type Actor, TASK_MOVES, type TaskMove, type TaskStatus } from "@cadre/domain";
import { isFault } from "@cadre/shared";
import { type EngineFixture, engineFixture, fact, seededRandom } from "@cadre/testkit";
import { afterAll, beforeAll, expect } from "vitest";
import { transact } from "../open-transaction.ts";
import type { RunTrouble, Transaction } from "../transaction.ts";
import { createTask } from "./create/create-task.ts";
import { editTask } from "./edit/edit-task.ts";
import { moveTask } from "./moves/move-task.ts";

const HISTORIES = 12;
const STEPS = 25;
const SEED = 20_261_129;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type Row = { readonly id: string; readonly status: TaskStatus };

const TROUBLES: readonly RunTrouble[] = [
  { kind: "no-submit" },
  { kind: "error", fingerprint: "a", message: "a", isNetwork: false, isFatal: false },
  { kind: "error", fingerprint: "b", message: "b", isNetwork: true, isFatal: false },
  { kind: "error", fingerprint: "c", message: "c", isNetwork: false, isFatal: true },
  { kind: "loop-detected", message: "again and again" },
  { kind: "poison", message: "five losses" },
];

/** One random history: people, agents and trouble act on a small board; after each act somebody moves every open task. */
class History {
  readonly #random: () => number;
  readonly log: string[] = [];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  async act(): Promise<void> {
    const tasks = await fixture.deps.database.query<Row>("select id, status from tasks order by id");
    const task = this.#pick(tasks);
    const dice = this.#random();
    if (task === undefined || (dice < 0.2 && tasks.length < 12)) return this.#create(tasks);
    if (dice < 0.3) return this.#edit(task, tasks);
    if (dice < 0.55 && task.status === "in_progress") return this.#endRun(task);
    return this.#move(task);
  }

  /** A rule may say no: that is an answer, and changes nothing. */
  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    this.log.push(what);
    await work().catch((error: unknown) => {
      if (!isFault(error)) throw error;
      this.log.push(`  refused: ${error.code}`);
    });
  }

  #create(tasks: readonly Row[]): Promise<void> {
    const { deps, given } = fixture;
    const blocker = this.#random() < 0.4 ? this.#pick(tasks) : undefined;
    const parent = this.#random() < 0.3 ? this.#pick(tasks) : undefined;
    const reviewedByPerson = this.#random() < 0.3;
    return this.#attempt(`create after ${blocker?.id} in ${parent?.id}`, () =>
      createTask(deps, given.owner, {
        projectId: given.projectId,
        title: "T",
        assigneeId: given.workerId,
        reviewerKind: reviewedByPerson ? "person" : "agent",
        reviewerId: reviewedByPerson ? given.owner.id : given.reviewerId,
        blockerIds: blocker === undefined ? [] : [blocker.id],
        isDraft: this.#random() < 0.2,
        ...(parent === undefined ? {} : { parentId: parent.id }),
        ...(this.#random() < 0.2 ? { schedule: { every: "4h" } } : {}),
      }),
    );
  }

  #edit(task: Row, tasks: readonly Row[]): Promise<void> {
    const blocker = this.#random() < 0.5 ? this.#pick(tasks) : undefined;
    return this.#attempt(`blockers of ${task.id}: ${blocker?.id}`, () =>
      editTask(fixture.deps, fixture.given.owner, {
        taskId: task.id,
        blockerIds: blocker === undefined ? [] : [blocker.id],
      }),
    );
  }

  #endRun(task: Row): Promise<void> {
    const { deps, given } = fixture;
    const trouble = this.#pick(TROUBLES) ?? { kind: "no-submit" };
    return this.#attempt(`run of ${task.id} ends: ${trouble.kind}`, () =>
      transact(deps, given.system, async (tx) => {
        const [run] = await tx.unit.query<{ id: string; itemId: string }>(
          "select id, item_id from runs where task_id = $1 and status = 'queued'",
          [task.id],
        );
        if (run === undefined) return;
        await tx.unit.query("update runs set status = 'failed', ended_at = cadre_now() where id = $1", [run.id]);
        await tx.mailbox.end(run.itemId, "completed", trouble.kind);
        await tx.tasks.runEnded(task.id, run.id, trouble);
      }),
    );
  }

  #move(task: Row): Promise<void> {
    const { deps, given } = fixture;
    const move = this.#pick(Object.keys(TASK_MOVES[task.status]) as TaskMove[]);
    if (move === undefined) return Promise.resolve();
    const worker = given.agent(given.workerId);
    const actor: Actor = move === "submit" || (move === "block" && this.#random() < 0.5) ? worker : given.owner;
    return this.#attempt(`${move} ${task.id} by ${actor.kind}`, () =>
      transact(deps, actor, async (tx) => {
        const submitId = move === "submit" ? await submitRow(tx, task.id) : undefined;
        await moveTask(tx, task.id, { move, note: "because", ...(submitId === undefined ? {} : { submitId }) });
      }),
    );
  }
}

async function submitRow(tx: Transaction, taskId: string): Promise<string> {
  const id = tx.deps.newId("submit");
  await tx.unit.query(
    `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
     select $1, organization_id, id, round, assignee_id, 'done', 'none', '[]' from tasks where id = $2`,
    [id, taskId],
  );
  return id;
}

/** What must be true of every board: somebody moves each open task, and only work in progress has a run. */
async function brokenRules(): Promise<unknown[]> {
  return fixture.deps.database.query(
    `select m.key, m.status, m.mover from task_next_movers m where m.mover = 'none'
     union all
     select t.key, t.status, 'in progress without a run' from tasks t where t.status = 'in_progress' and not exists (
       select 1 from runs r where r.task_id = t.id and r.kind = 'task' and r.status in ('queued', 'running', 'waiting')
         and r.round = t.round)
     union all
     select t.key, t.status, 'a run without work' from tasks t where t.status <> 'in_progress' and exists (
       select 1 from runs r where r.task_id = t.id and r.kind = 'task' and r.status in ('queued', 'running', 'waiting'))
     union all
     select t.key, t.status, 'free but blocked' from tasks t where t.status = 'blocked' and t.blocked_reason is null
       and t.paused_by is null and not exists (
         select 1 from task_dependencies d join tasks b on b.id = d.blocker_id where d.task_id = t.id and b.status <> 'completed')
     union all
     select w.key, b.status, 'waits for a dead end without a person' from task_dependencies d
       join tasks w on w.id = d.task_id join tasks b on b.id = d.blocker_id
       join task_next_movers m on m.task_id = w.id and m.mover not in ('person', 'paused')
       where w.status = 'blocked' and b.status in ('failed', 'cancelled', 'rejected', 'archived')`,
  );
}

async function emptyBoard(): Promise<void> {
  await fixture.deps.database.query(
    `truncate tasks, task_dependencies, task_subtasks, task_checks, task_comments, task_notes, task_submits, task_check_results,
       task_verdicts, task_authors, task_transitions, deliverables, runs, attempts, waits, approvals, mailbox_items, sessions,
       session_keys, session_entries, tool_calls, model_calls, schedule_slots, notifications cascade`,
  );
}

fact(
  ["I19", "I3", "I4"],
  "over random histories of moves, edits and trouble every open task has a next mover after each act",
  async () => {
    for (let history = 0; history < HISTORIES; history += 1) {
      await emptyBoard();
      const story = new History(SEED + history);
      for (let step = 0; step < STEPS; step += 1) {
        await story.act();
        const broken = await brokenRules();
        expect({ seed: SEED + history, broken, log: broken.length === 0 ? [] : story.log }).toEqual({
          seed: SEED + history,
          broken: [],
          log: [],
        });
      }
    }
  },
  600_000,
);
