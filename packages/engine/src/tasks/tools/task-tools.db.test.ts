import { type EngineFixture, engineFixture, openToolDesk, type ToolDesk } from "@cadre/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "../../open-transaction.ts";
import { getTask } from "../get-task.ts";
import { listComments } from "../list-task-records.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.close());

const detail = (taskId: string) => getTask(fixture.deps, fixture.given.owner, { taskId });

async function workerAt(title: string): Promise<ToolDesk & { readonly taskId: string; readonly key: string }> {
  const { deps, given } = fixture;
  const task = await given.task({ title, description: "Count the lines." });
  await transact(deps, given.owner, (tx) => tx.tasks.move(task.id, "approve"));
  const [run] = await deps.database.query<{ id: string }>("select id from runs where task_id = $1", [task.id]);
  const desk = await openToolDesk(fixture, { agentId: given.workerId, taskId: task.id, runId: run?.id ?? "" });
  return { ...desk, taskId: task.id, key: task.key };
}

test("a task is read by key or id: head, description, people, checklist, notes", async () => {
  const desk = await workerAt("Count");
  await desk.call("subtask_create", { task_id: desk.key, title: "open the file" });
  await desk.call("task_note", { task_id: desk.key, note: "The file has a header." });
  const { text } = await desk.call("task_get", { task_id: desk.key, full: true });
  expect(text).toContain(`key: ${desk.key}\nid: ${desk.taskId}\ntitle: Count\nstatus: in_progress\nround: 1`);
  expect(text).toContain("Description:\nCount the lines.");
  expect(text).toMatch(/- \[pending\] open the file \(sub_\d+\)/);
  expect(text).toContain("The file has a header.");
  expect(text).toMatch(/approve → in_progress \(round 1\)/);
  expect((await desk.call("task_get", { task_id: "DEMO-9999" })).details).toEqual({ code: "task.not-found" });
});

test("the list filters, sorts and pages", async () => {
  const { given } = fixture;
  for (let at = 1; at <= 5; at += 1) await given.task({ title: `Listed ${at}%`, status: "completed" });
  const desk = await openToolDesk(fixture, { agentId: given.workerId });
  const list = async (args: Record<string, unknown>) =>
    (await desk.call("task_list", { search: "listed", sort_order: "asc", ...args })).text;
  const titles = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, title]) => title);
  expect(titles(await list({ page_size: 2 }))).toEqual(["Listed 1%", "Listed 2%"]);
  expect(await list({ page_size: 2 })).toContain("More: call again with page 2.");
  expect(titles(await list({ page_size: 2, page: 3 }))).toEqual(["Listed 5%"]);
  expect(titles(await list({ search: "4%" }))).toEqual(["Listed 4%"]);
  expect(await list({ status: "failed" })).toBe("No task matches.");
  expect(titles(await list({ assigned_to_me: true, page_size: 100 }))).toHaveLength(5);
});

test("a worker that is stuck comments and blocks its task, which ends its run", async () => {
  const { deps, given } = fixture;
  const desk = await workerAt("Unclear");
  await desk.call("task_comment", { task_id: desk.key, content: "I do not understand the second step." });
  const silent = await desk.call("task_update", { task_id: desk.key, status: "blocked" });
  expect(silent.details).toEqual({ code: "task.note-missing" });
  const blocked = await desk.call("task_update", { task_id: desk.key, status: "blocked", note: "Which unit?" });
  expect(blocked.outcome).toEqual({ kind: "end-turn" });
  const task = await detail(desk.taskId);
  expect([task.status, task.blockedReason, task.nextMover?.mover]).toEqual(["blocked", "Which unit?", "person"]);
  expect(await listComments(deps, given.owner, { taskId: desk.taskId })).toMatchObject([
    { authorKind: "agent", text: "I do not understand the second step." },
  ]);
});

test("a status says which move is meant; what no move does is refused with the moves there are", async () => {
  const desk = await workerAt("Moves");
  const update = (status: string) => desk.call("task_update", { task_id: desk.key, status });
  expect((await update("in_progress")).text).toContain("was in_progress already");
  expect((await update("review")).details).toEqual({ code: "task.submit-needs-work" });
  expect((await update("completed")).text).toContain("It can: submit, block, fail, cancel.");
  expect((await update("cancelled")).details).toEqual({ code: "task.not-allowed" });
  expect((await detail(desk.taskId)).status).toBe("in_progress");
});

test("a manager sees a part fail, gives it to another agent and starts it again", async () => {
  const { deps, given } = fixture;
  const desk = await workerAt("Failing");
  const manager = await openToolDesk(fixture, { agentId: given.managerId });
  await transact(deps, given.system, (tx) => tx.tasks.move(desk.taskId, "fail", { note: "no data" }));
  const retried = await manager.call("task_update", { task_id: desk.key, status: "in_progress", note: "use b.csv" });
  expect(retried.text).toContain("went from failed to in_progress");
  const other = await given.newAgent({ name: "Otto" });
  const assigned = await manager.call("task_assign", { task_id: desk.key, agent_id: other });
  expect(assigned.text).toContain(`Assigned to ${other}.`);
  expect((await detail(desk.taskId)).assigneeId).toBe(other);
});

test("a deliverable is stored, found again, and makes its maker an author of the round", async () => {
  const { deps, given } = fixture;
  const desk = await workerAt("Deliver");
  await desk.write("sum.csv", "a,1\n");
  const created = await desk.call("deliverable_create", {
    type: "file",
    title: "Sums",
    summary: "one line per region",
    reference: "./sum.csv",
    format: "csv",
    tags: ["revenue"],
  });
  expect(created.text).toMatch(/^Registered sum\.csv\.\nid: dlv_/);
  expect((await desk.call("deliverable_search", { query: "REVENUE" })).text).toContain('file sum.csv "Sums"');
  expect((await desk.call("deliverable_search", { query: "nothing like it" })).text).toBe("No deliverable matches.");
  const bad = await desk.call("deliverable_create", {
    type: "link",
    title: "x",
    summary: "x",
    reference: "file:///etc",
  });
  expect(bad.details).toEqual({ code: "deliverable.bad-link" });
  const authors = await deps.database.query("select agent_id from task_authors where task_id = $1", [desk.taskId]);
  expect(authors).toEqual([{ agentId: given.workerId }]);
});

test("an agent's proposal does not start by a detour past the approval", async () => {
  const { given } = fixture;
  const desk = await openToolDesk(fixture, { agentId: given.managerId });
  const proposed = await desk.call("task_create", {
    title: "Proposal",
    description: "x",
    assigned_agent_id: given.workerId,
    reviewer_id: given.reviewerId,
  });
  const key = /^key: (\S+)$/m.exec(proposed.text)?.[1] ?? "";
  const detours = [];
  for (const status of ["in_progress", "blocked", "completed"]) {
    detours.push((await desk.call("task_update", { task_id: key, status, note: "go" })).details);
  }
  expect(detours).toEqual(Array(3).fill({ code: "task.not-allowed" }));
  expect((await desk.call("task_get", { task_id: key })).text).toContain("status: pending");
});
