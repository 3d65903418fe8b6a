import { readFile } from "node:fs/promises";
import path from "node:path";
import { callsOf, fact, says } from "@cadre/testkit";
import { expect, test } from "vitest";
import { decideApproval } from "../approvals/decide-approval.ts";
import { pauseAgent, resumeAgent } from "../agents/pause-agent.ts";
import { editTask } from "../tasks/edit/edit-task.ts";
import { getTask } from "../tasks/get-task.ts";
import { makeTaskMove } from "../tasks/moves/make-task-move.ts";
import { commentOnTask } from "../tasks/talk/comment-on-task.ts";
import { failureOf, turnDesk, type TurnDesk } from "./turn-desk.fixture.ts";

const SUBMIT = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);
const WRITE = callsOf(["file_write", { path: "page.md", content: "A page.\n" }]);

async function statusOf(desk: TurnDesk, taskId: string): Promise<string> {
  return (await getTask(desk.deps, desk.given.owner, { taskId })).status;
}

async function pendingApproval(desk: TurnDesk): Promise<{ id: string; action: string }> {
  const rows = await desk.deps.database.query<{ id: string; action: string }>(
    "select id, action from approvals where status = 'pending'",
  );
  const row = rows[0];
  if (row === undefined) throw new Error("No approval is pending.");
  return row;
}

function workspaceFile(desk: TurnDesk, taskId: string, file: string): Promise<string> {
  return readFile(path.join(desk.deps.dataFolder, desk.given.organizationId, "workspaces", taskId, file), "utf8");
}

fact(
  ["M71"],
  "work that was paused goes on in its session with an interrupted note; the brief is not repeated",
  async () => {
    const desk = await turnDesk([WRITE]);
    const { deps, given } = desk;
    let taskId = "";
    const stopped = new Promise<void>((resolve) => {
      desk.model.answer({
        content: [{ type: "tool-call", callId: "slow", name: "file_write", args: { path: "second.md", content: "2" } }],
      });
      const { provider } = desk.model;
      const { stream } = provider;
      Object.assign(provider, {
        async *stream(...args: Parameters<typeof stream>) {
          if (desk.model.requests.length === 1) {
            await pauseAgent(deps, given.owner, { agentId: given.workerId });
            resolve();
          }
          yield* stream(...args);
        },
      });
    });
    taskId = await desk.begin();
    await stopped;
    await desk.settle();
    expect(await statusOf(desk, taskId)).toBe("in_progress");
    desk.model.answer(SUBMIT);
    await resumeAgent(deps, given.owner, { agentId: given.workerId });
    await desk.settle();
    const entries = await desk.entries();
    const users = entries.filter((entry) => entry.kind === "user-message" && entry.payload.includes("TASK EXECUTION"));
    const notes = entries.filter((entry) => entry.kind === "note").map((entry) => entry.payload);
    expect(users).toHaveLength(1);
    expect(notes.filter((note) => note.includes("interrupted:"))).toHaveLength(1);
    await desk.close();
  },
);

fact(["M72"], "a run that ends without a submit is tried again in its session, with a reminder", async () => {
  const desk = await turnDesk([says("I am done."), says("Really."), WRITE, SUBMIT]);
  const taskId = await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  for (let tries = 0; tries < 6 && (await statusOf(desk, taskId)) !== "review"; tries += 1) {
    await desk.clock.advance(700_000);
    await desk.settle();
  }
  expect(await statusOf(desk, taskId)).toBe("review");
  const runs = await desk.deps.database.query<{ status: string }>(
    "select status from runs where task_id = $1 and kind = 'task' order by queued_at",
    [taskId],
  );
  expect(runs.map((run) => run.status)).toEqual(["incomplete", "incomplete", "succeeded"]);
  const sessions = await desk.deps.database.query("select 1 from sessions where task_id = $1", [taskId]);
  expect(sessions).toHaveLength(1);
  const notes = (await desk.entries()).filter((entry) => entry.kind === "note").map((entry) => entry.payload);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toContain("without task_submit_review");
  await desk.close();
});

fact(
  ["I13", "M161"],
  "an action parks its run with the slot free; approved it runs once with exactly its arguments",
  async () => {
    const desk = await turnDesk([callsOf(["shell_execute", { command: "echo once >> effects.log" }]), SUBMIT]);
    const { deps, given } = desk;
    const taskId = await desk.begin({ reviewerKind: "person", reviewerId: given.owner.id });
    await desk.settle();
    const parked = await deps.database.query<{ status: string; laneSlot: number | null }>(
      "select status, lane_slot from runs where task_id = $1",
      [taskId],
    );
    expect(parked).toEqual([{ status: "waiting", laneSlot: null }]);
    const approval = await pendingApproval(desk);
    expect(approval.action).toBe("echo once >> effects.log");
    await Promise.all(
      Array.from({ length: 20 }, () =>
        decideApproval(deps, given.owner, { approvalId: approval.id, decision: { decision: "approve" } }),
      ),
    );
    await desk.settle();
    expect(await workspaceFile(desk, taskId, "effects.log")).toBe("once\n");
    expect(await statusOf(desk, taskId)).toBe("review");
    const fences = await deps.database.query<{ fence: number }>("select fence from attempts order by fence");
    expect(fences.map((attempt) => attempt.fence)).toEqual([1, 2]);
    await desk.close();
  },
);

test("a refused action is answered with the person's words and never runs", async () => {
  const desk = await turnDesk([callsOf(["shell_execute", { command: "touch never" }]), SUBMIT]);
  const taskId = await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  const approval = await pendingApproval(desk);
  await decideApproval(desk.deps, desk.given.owner, {
    approvalId: approval.id,
    decision: { decision: "reject", comment: "Not on this machine." },
  });
  await desk.settle();
  const results = (await desk.entries()).filter((entry) => entry.kind === "tool-result");
  expect(results[0]?.payload).toContain("Not on this machine.");
  expect(results[0]?.payload).toContain('"outcome":"denied"');
  await expect(workspaceFile(desk, taskId, "never")).rejects.toThrow("ENOENT");
  await desk.close();
});

fact(["PEER-T16"], "a person's reason for sending work back is in the next round's prompt, once", async () => {
  const desk = await turnDesk([WRITE, SUBMIT, says("Looking."), SUBMIT]);
  const { deps, given } = desk;
  await desk.begin({ reviewerKind: "person", reviewerId: given.owner.id });
  await desk.settle();
  const review = await deps.database.query<{ id: string }>(
    "select id from approvals where kind = 'review' and status = 'pending'",
  );
  await decideApproval(deps, given.owner, {
    approvalId: review[0]?.id ?? "",
    decision: { decision: "reject", comment: "The page needs a heading." },
  });
  await desk.settle();
  const prompt = JSON.stringify(desk.model.requests[2]?.messages);
  expect(prompt.split("The page needs a heading.")).toHaveLength(2);
  const keys = await deps.database.query<{ key: string }>("select key from session_keys order by key");
  expect(keys.filter(({ key }) => key.startsWith("task_")).map(({ key }) => key.slice(-3))).toEqual(["_r1", "_r2"]);
  await desk.close();
});

fact(["PEER-C27"], "a provider that says wait parks the run until then; the agent stays healthy", async () => {
  const desk = await turnDesk([failureOf("rate-limit", { retryAfterMs: 3_600_000 }), SUBMIT]);
  const { deps } = desk;
  const taskId = await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
  await desk.settle();
  const mover = await deps.database.query<{ mover: string }>("select mover from task_next_movers where task_id = $1", [
    taskId,
  ]);
  expect(mover).toEqual([{ mover: "timer" }]);
  expect(desk.model.requests).toHaveLength(1);
  await desk.clock.advance(3_700_000);
  await desk.settle();
  expect(await statusOf(desk, taskId)).toBe("review");
  await desk.close();
});

fact(["M74"], "a refused key fails the task at once, without a retry", async () => {
  const desk = await turnDesk([failureOf("auth", { status: 401 })]);
  const taskId = await desk.begin();
  await desk.settle();
  expect(await statusOf(desk, taskId)).toBe("failed");
  expect(desk.model.requests).toHaveLength(1);
  await desk.close();
});

test("a review may not write: the tool is refused at the call and the verdict still counts", async () => {
  const desk = await turnDesk([WRITE, SUBMIT]);
  const { given } = desk;
  const taskId = await desk.begin();
  desk.model.answer(
    callsOf(["file_write", { path: "page.md", content: "mine" }]),
    callsOf(["task_update", { task_id: taskId, status: "completed", note: "Read it." }]),
    says("Accepted."),
    says("Nothing to add."),
  );
  await desk.settle();
  const results = (await desk.entries()).filter((entry) => entry.payload.includes("is not available here"));
  expect(results).toHaveLength(1);
  expect(await statusOf(desk, taskId)).toBe("completed");
  expect(desk.bugs).toEqual([]);
  expect(desk.executor.problems).toEqual([]);
  expect(given.reviewerId).not.toBe(given.workerId);
  await desk.close();
});

test("what a person says when they lift a block reaches the agent, in the session that goes on", async () => {
  const desk = await turnDesk([says("I wait.")]);
  const { deps, given } = desk;
  desk.model.answer(says("unused"));
  const taskId = await desk.begin({ reviewerKind: "person", reviewerId: given.owner.id });
  await makeTaskMove(deps, given.owner, { taskId, move: "block", note: "Wait a moment." });
  await desk.settle();
  desk.model.answer(SUBMIT);
  await makeTaskMove(deps, given.owner, { taskId, move: "unblock", note: "Use the blue template." });
  await desk.settle();
  const sent = JSON.stringify(desk.model.requests.map((request) => request.messages));
  expect(sent).toContain("Use the blue template.");
  await desk.close();
});

test("a block the agent set and a person lifted: the next request says who, why, and what the task asks now", async () => {
  const desk = await turnDesk([]);
  const { deps, given } = desk;
  const taskId = await desk.begin({ reviewerKind: "person", reviewerId: given.owner.id });
  desk.model.answer(callsOf(["task_update", { task_id: taskId, status: "blocked", note: "I cannot read page.md." }]));
  await desk.settle();
  expect(await statusOf(desk, taskId)).toBe("blocked");
  const asked = desk.model.requests.length;
  await commentOnTask(deps, given.owner, { taskId, text: "The file had no read permission." });
  await editTask(deps, given.owner, { taskId, description: "Write it in blue." });
  desk.model.answer(says("I am done."), SUBMIT);
  await makeTaskMove(deps, given.owner, { taskId, move: "unblock", note: "now readable" });
  await desk.settle();
  const next = JSON.stringify(desk.model.requests[asked]?.messages);
  expect(next).toContain("[SYSTEM] The block of this task was lifted by ");
  expect(next.split("now readable")).toHaveLength(2);
  expect(next).toContain("Write it in blue.");
  expect(next).toContain("The file had no read permission.");
  expect(next).not.toContain("ended without task_submit_review");
  await desk.clock.advance(700_000);
  await desk.settle();
  expect(await statusOf(desk, taskId)).toBe("review");
  const notes = (await desk.entries()).filter((entry) => entry.kind === "note").map((entry) => entry.payload);
  expect(notes).toEqual([expect.stringContaining("was lifted by "), expect.stringContaining("(attempt 1 of")]);
  await desk.close();
});

fact(
  ["I2", "I8"],
  "a worker that was suspended between the journal and the effect leaves the effect alone",
  async () => {
    const edit = callsOf(["file_edit", { path: "page.md", old_string: "A page", new_string: "Another page" }]);
    const desk = await turnDesk([WRITE, edit, SUBMIT]);
    const { database } = desk.deps;
    const { write } = database;
    let starts = 0;
    Object.assign(database, {
      async write(...args: Parameters<typeof write>) {
        const rows = await write(...args);
        if (!args[1].text.includes("set status = 'started'")) return rows;
        starts += 1;
        if (starts === 2) await desk.clock.advance(15_000);
        return rows;
      },
    });
    const taskId = await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
    for (let tries = 0; tries < 4; tries += 1) await desk.settle();
    expect(await workspaceFile(desk, taskId, "page.md")).toBe("A page.\n");
    const edits = await database.query("select status, starts from tool_calls where name = 'file_edit'");
    expect(edits).toEqual([{ status: "unknown", starts: 1 }]);
    await desk.close();
  },
);
