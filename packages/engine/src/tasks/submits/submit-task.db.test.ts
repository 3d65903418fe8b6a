import { rm } from "node:fs/promises";
import path from "node:path";
import { type EngineFixture, engineFixture, fact, openToolDesk, type ToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { storeChecks } from "../checks/check-rows.ts";
import { getTask } from "../get-task.ts";
import { makeTaskMove } from "../moves/make-task-move.ts";
import type { NewTaskCheck } from "@cadre/domain";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

type Desk = ToolDesk & { readonly taskId: string };

/** A task of the worker that is under way in a run, with checks, and the worker's desk. */
async function taskAtWork(checks: readonly NewTaskCheck[] = [], createdBy?: "agent"): Promise<Desk> {
  const { deps, given } = fixture;
  const asker = createdBy === "agent" ? { createdBy: { kind: "agent", id: given.managerId } as const } : {};
  const task = await given.task(asker);
  await transact(deps, given.system, async (tx) => {
    await storeChecks(tx, task.id, checks);
    await tx.tasks.move(task.id, "approve");
  });
  const [run] = await deps.database.query<{ id: string }>("select id from runs where task_id = $1", [task.id]);
  const desk = await openToolDesk(fixture, { agentId: given.workerId, taskId: task.id, runId: run?.id ?? "" });
  return { ...desk, taskId: task.id };
}

const detail = (taskId: string) => getTask(fixture.deps, fixture.given.owner, { taskId });
const file = (reference: string) => ({ type: "file", reference });
const submit = (desk: Desk, references: readonly string[]) =>
  desk.call("task_submit_review", { summary: "made it", deliverables: references.map(file) });

fact(
  ["PEER-T13", "I7"],
  "a submit with 3 of 10 files is refused with the failing check, and the status stays",
  async () => {
    const desk = await taskAtWork([{ kind: "glob_count", pattern: "out/*.json", min: 10, stage: "submit" }]);
    for (const at of [1, 2, 3]) await desk.write(`out/${at}.json`, "{}");
    const refused = await desk.call("task_submit_review", {
      summary: "all ten are there",
      deliverables: [{ type: "directory", reference: "out" }],
    });
    expect(refused.isError).toBe(true);
    expect(refused.outcome).toBeUndefined();
    expect(refused.text).toContain("[failed] out/*.json matches at least 10 files");
    expect(refused.text).toContain("matches 3 files");
    const task = await detail(desk.taskId);
    expect([task.status, task.version, task.submits]).toEqual(["in_progress", 2, []]);
    for (let at = 4; at <= 10; at += 1) await desk.write(`out/${at}.json`, "{}");
    const accepted = await desk.call("task_submit_review", {
      summary: "now",
      deliverables: [{ type: "directory", reference: "out" }],
    });
    expect(accepted.outcome).toEqual({ kind: "submitted" });
    expect((await detail(desk.taskId)).status).toBe("review");
  },
);

fact("M67", "a submit while a subtask is pending is refused", async () => {
  const desk = await taskAtWork();
  await desk.call("subtask_create", { task_id: desk.taskId, title: "check the sums" });
  const refused = await submit(desk, []);
  expect([refused.isError, refused.details]).toEqual([true, { code: "task.subtasks-open" }]);
  const [subtask] = (await detail(desk.taskId)).subtasks;
  await desk.call("subtask_complete", { subtask_id: subtask?.id ?? "" });
  expect((await submit(desk, [])).outcome).toEqual({ kind: "submitted" });
});

fact("M68", "a submit from any status but in_progress is refused", async () => {
  const { given } = fixture;
  for (const status of [
    "pending",
    "blocked",
    "review",
    "completed",
    "failed",
    "rejected",
    "cancelled",
    "archived",
  ] as const) {
    const task = await given.task({ status });
    const desk = await openToolDesk(fixture, { agentId: given.workerId, taskId: task.id });
    const refused = await submit({ ...desk, taskId: task.id }, []);
    expect([status, refused.details]).toEqual([status, { code: "task.not-in-progress" }]);
    expect((await detail(task.id)).status).toBe(status);
  }
});

test("a submit while a child task is open is refused, and so is one by somebody else", async () => {
  const { given } = fixture;
  const desk = await taskAtWork();
  const child = await given.task({ status: "in_progress", parentId: desk.taskId });
  expect((await submit(desk, [])).details).toEqual({ code: "task.children-open" });
  const stranger = await openToolDesk(fixture, { agentId: given.reviewerId, taskId: child.id });
  expect((await submit({ ...stranger, taskId: child.id }, [])).details).toEqual({ code: "task.not-assignee" });
});

fact("I7", "checks and reviewers see the snapshot, whatever happens to the workspace later", async () => {
  const { deps } = fixture;
  const desk = await taskAtWork([
    { kind: "command", command: "grep -q Total report.md", expectExit: 0, stage: "accept", name: "has a total" },
    {
      kind: "command",
      command: "ls; test ! -e scratch.txt",
      expectExit: 0,
      stage: "submit",
      name: "only what was handed in",
    },
  ]);
  await desk.write("report.md", "Total: 3\n");
  await desk.write("scratch.txt", "left behind");
  expect((await submit(desk, ["report.md"])).outcome).toEqual({ kind: "submitted" });
  await rm(path.join(desk.context.roots.workspace, "report.md"));
  const { submits, deliverables } = await detail(desk.taskId);
  expect(submits[0]?.files).toEqual([{ path: "report.md", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: 9 }]);
  expect(submits[0]?.checks.map(({ name, status }) => [name, status])).toEqual([
    ["has a total", "passed"],
    ["only what was handed in", "passed"],
  ]);
  expect(await deps.blobs.get(deliverables[0]?.blobHash ?? "")).toEqual(Buffer.from("Total: 3\n"));
});

fact(
  "I7",
  "acceptance is refused while an accept check is red; round 2 makes the next version and is accepted",
  async () => {
    const { deps, given } = fixture;
    const desk = await taskAtWork([
      { kind: "command", command: 'grep -q "^Total" report.md', expectExit: 0, stage: "accept", name: "has a total" },
    ]);
    await desk.write("report.md", "no sum here\n");
    const handedIn = await submit(desk, ["report.md"]);
    expect(handedIn.text).toContain("[failed] has a total (at accept)");
    const reviewer = await openToolDesk(fixture, { agentId: given.reviewerId, taskId: desk.taskId });
    const refused = await reviewer.call("task_update", { task_id: desk.taskId, status: "completed", note: "fine" });
    expect(refused.details).toEqual({ code: "task.checks-failed" });
    await expect(makeTaskMove(deps, given.owner, { taskId: desk.taskId, move: "accept" })).rejects.toMatchObject({
      code: "task.checks-failed",
      details: { checks: [{ name: "has a total", status: "failed" }] },
    });
    const back = await reviewer.call("task_update", {
      task_id: desk.taskId,
      status: "in_progress",
      note: "add the total",
    });
    expect(back.text).toContain("round 2 begins");
    await desk.write("report.md", "Total: 3\n");
    const [run] = await deps.database.query<{ id: string }>(
      "select id from runs where task_id = $1 and status = 'queued'",
      [desk.taskId],
    );
    const second = await openToolDesk(fixture, { agentId: given.workerId, taskId: desk.taskId, runId: run?.id ?? "" });
    await submit({ ...second, taskId: desk.taskId }, ["report.md"]);
    const accepted = await reviewer.call("task_update", { task_id: desk.taskId, status: "completed", note: "ran it" });
    expect(accepted.text).toContain("Accepted");
    const done = await detail(desk.taskId);
    expect([
      done.status,
      done.round,
      done.deliverables.map(({ version }) => version).toSorted((a, b) => a - b),
    ]).toEqual(["completed", 2, [1, 2]]);
  },
);

test("a submit repeated by its own run after an interruption finds what was submitted", async () => {
  const desk = await taskAtWork();
  await desk.write("a.txt", "a");
  await submit(desk, ["a.txt"]);
  const again = await submit(desk, ["a.txt"]);
  expect(again.outcome).toEqual({ kind: "submitted" });
  expect((await detail(desk.taskId)).submits).toHaveLength(1);
});

test("what is missing or lies outside the workspace is no deliverable", async () => {
  const desk = await taskAtWork();
  expect((await submit(desk, ["missing.txt"])).details).toEqual({ code: "task.deliverable-missing" });
  expect((await submit(desk, ["../../secrets"])).details).toEqual({ code: "task.deliverable-outside" });
  expect((await submit(desk, ["/etc/hosts"])).details).toEqual({ code: "task.deliverable-outside" });
  await desk.write("folder/a.txt", "a");
  expect((await submit(desk, ["folder"])).text).toContain("is a directory, not a file");
});

test("a link is a deliverable without a file, and a folder with every file it holds", async () => {
  const desk = await taskAtWork();
  await desk.write("folder/a.txt", "a");
  await desk.write("folder/.git/config", "x");
  const handedIn = await desk.call("task_submit_review", {
    summary: "both",
    deliverables: [
      { type: "link", reference: "https://example.test/report" },
      { type: "directory", reference: "./folder/" },
    ],
  });
  expect(handedIn.outcome).toEqual({ kind: "submitted" });
  const { submits, deliverables } = await detail(desk.taskId);
  expect(submits[0]?.files.map((one) => one.path)).toEqual(["folder/a.txt"]);
  expect(deliverables.map(({ type, reference }) => `${type} ${reference}`).sort()).toEqual([
    "directory folder",
    "link https://example.test/report",
  ]);
});

test("a file is checked against a JSON Schema", async () => {
  const schema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
  const desk = await taskAtWork([{ kind: "json_schema", path: "sum.json", schema, stage: "submit" }]);
  await desk.write("sum.json", '{"total": "three"}');
  expect((await submit(desk, ["sum.json"])).text).toContain("does not satisfy the schema");
  await desk.write("sum.json", "{");
  expect((await submit(desk, ["sum.json"])).text).toContain("is not JSON");
  await desk.write("sum.json", '{"total": 3}');
  expect((await submit(desk, ["sum.json"])).outcome).toEqual({ kind: "submitted" });
});

test("without a sandbox an agent's check command runs only after a person approved exactly it", async () => {
  const check: NewTaskCheck = { kind: "command", command: "true", expectExit: 0, stage: "submit" };
  const desk = await taskAtWork([check], "agent");
  expect((await submit(desk, [])).text).toContain("runs only after a person approved exactly it");
  const approved = await openToolDesk(fixture, {
    agentId: fixture.given.workerId,
    taskId: desk.taskId,
    approvedCommands: ["true"],
  });
  expect((await submit({ ...approved, taskId: desk.taskId }, [])).outcome).toEqual({ kind: "submitted" });
});
