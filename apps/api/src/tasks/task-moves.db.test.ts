import { TASK_STATUSES, type TaskMove, type TaskStatus } from "@cadre/domain";
import { fact } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiFixture, apiFixture, problemIn } from "../api.fixture.ts";

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await apiFixture();
});
afterAll(() => fixture.close());

/**
 * Every pair of statuses, written out: `.` is the status itself, `-` is refused, and a letter is the move that leads there.
 * Approve, aRm, blocK, Submit, Fail, Unblock, acCept, revIse, reOpen, reTry, archiVe, reJect, caNcel.
 */
const MATRIX = {
  //             pen in_ blo rev com fai rej can arc
  pending: /*  */ ". A K - R - J N -",
  in_progress: "- . K S - F - N -",
  blocked: /*  */ "- U . - - - - N -",
  review: /*   */ "- I - . C - - N -",
  completed: /**/ "- O - - . - - - V",
  failed: /*   */ "- T - - - . - - V",
  rejected: /* */ "- - - - - - . - V",
  cancelled: /**/ "- O - - - - - . V",
  archived: /* */ "- - - - - - - - .",
} as const satisfies Record<TaskStatus, string>;

const ORDER = [
  "pending",
  "in_progress",
  "blocked",
  "review",
  "completed",
  "failed",
  "rejected",
  "cancelled",
  "archived",
] as const;

const MOVES: Readonly<Record<string, TaskMove>> = {
  A: "approve",
  R: "arm",
  K: "block",
  S: "submit",
  F: "fail",
  U: "unblock",
  C: "accept",
  I: "revise",
  O: "reopen",
  T: "retry",
  V: "archive",
  J: "reject",
  N: "cancel",
};

type Pair = { readonly from: TaskStatus; readonly to: TaskStatus; readonly move: TaskMove | undefined };

const PAIRS: readonly Pair[] = ORDER.flatMap((from) =>
  MATRIX[from].split(" ").map((sign, index) => ({ from, to: ORDER[index] ?? from, move: MOVES[sign] })),
);

/** A task from which a person can make the move, as far as the table allows it. */
async function taskFor({ from, move }: Pair): Promise<string> {
  const task = await fixture.given.task({
    status: from,
    ...(move === "arm" ? { schedule: { every: "1d" } } : {}),
    ...(from === "blocked" ? { blockedReason: "waits" } : {}),
  });
  if (from === "review") {
    await fixture.deps.database.query(
      `insert into task_submits (id, organization_id, task_id, round, agent_id, summary, manifest_hash, manifest)
       values ($1, $2, $3, 1, $4, '', 'none', '[]')`,
      [fixture.deps.newId("submit"), fixture.given.organizationId, task.id, fixture.given.workerId],
    );
  }
  return task.id;
}

async function statusOf(taskId: string): Promise<string | undefined> {
  const [row] = await fixture.deps.database.query<{ status: string }>("select status from tasks where id = $1", [
    taskId,
  ]);
  return row?.status;
}

/** The moves that lead to a status from anywhere: what a client would try. */
function movesTo(to: TaskStatus): TaskMove[] {
  return [...new Set(PAIRS.flatMap((pair) => (pair.to === to && pair.move !== undefined ? [pair.move] : [])))];
}

function movesFrom(from: TaskStatus): TaskMove[] {
  return PAIRS.flatMap((pair) => (pair.from === from && pair.move !== undefined ? [pair.move] : []));
}

/** Makes the pair's own move. */
async function goes(taskId: string, { move, to }: Pair): Promise<void> {
  const answer = await fixture.owner.post(`/tasks/${taskId}/moves`, { move, note: "by the matrix" });
  if (move === "submit") {
    // Only the assignee's submit leads to review: it brings the work with it.
    expect(problemIn(answer)).toMatchObject({ status: 403, code: "task.submit-needs-work" });
    return;
  }
  expect(answer).toMatchObject({ status: 200, body: { status: to } });
  expect(await statusOf(taskId)).toBe(to);
}

/** Tries every other move that leads to the pair's end from somewhere. Returns how many were refused. */
async function refusesOthers(taskId: string, { from, to, move: own }: Pair): Promise<number> {
  const others = movesTo(to).filter((move) => move !== own);
  for (const move of others) {
    const problem = problemIn(await fixture.owner.post(`/tasks/${taskId}/moves`, { move, note: "by the matrix" }));
    const told = { status: 409, code: "task.illegal-move", details: { status: from, move } };
    expect(problem).toMatchObject(told);
    const { allowedMoves } = problem.details as { allowedMoves: string[] };
    expect(allowedMoves.toSorted()).toEqual(movesFrom(from).toSorted());
  }
  expect(await statusOf(taskId)).toBe(from);
  return others.length;
}

test("the matrix is whole", () => {
  expect([...ORDER]).toEqual([...TASK_STATUSES]);
  expect(PAIRS).toHaveLength(81);
  expect(PAIRS.filter(({ move }) => move !== undefined)).toHaveLength(21);
});

fact(
  ["M61", "I3"],
  "through the API all 81 pairs of statuses go, or are refused, as the literal matrix says",
  async () => {
    let refused = 0;
    for (const pair of PAIRS) {
      const taskId = await taskFor(pair);
      refused += await refusesOthers(taskId, pair);
      if (pair.move !== undefined) await goes(taskId, pair);
    }
    // Nine statuses, thirteen moves, and the twenty-one that lead somewhere: everything else was tried.
    expect(refused).toBe(9 * 13 - 21);
  },
);

test("the moves that a task offers are the moves that it takes", async () => {
  for (const from of ORDER) {
    const taskId = await taskFor({ from, to: from, move: undefined });
    const offered = async (client: ApiFixture["owner"]): Promise<string[]> =>
      ((await client.get(`/tasks/${taskId}`)).body as { moves: string[] }).moves.toSorted();
    const taken = movesFrom(from).filter((move) => move !== "submit");
    expect({ from, offered: await offered(fixture.owner) }).toEqual({ from, offered: taken.toSorted() });
    expect(await offered(fixture.viewer)).toEqual([]);
  }
});
