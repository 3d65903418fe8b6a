import { callsOf, fact, says } from "@cadre/testkit";
import { expect } from "vitest";
import { deleteAgent } from "../agents/delete-agent.ts";
import { getAgent } from "../agents/get-agent.ts";
import { updateAgent } from "../agents/update-agent.ts";
import { decideApproval } from "../approvals/decide-approval.ts";
import { turnDesk, type TurnDesk } from "./turn-desk.fixture.ts";

const WRITE = callsOf(["file_write", { path: "page.md", content: "A page.\n" }]);
const SUBMIT = callsOf(["task_submit_review", { summary: "Done.", deliverables: [] }]);
const SUBMIT_FOLDER = callsOf([
  "task_submit_review",
  { summary: "All ten are there.", deliverables: [{ type: "directory", reference: "out" }] },
]);

const writeFiles = (from: number, to: number) =>
  callsOf(
    ...Array.from(
      { length: to - from + 1 },
      (_, at) => ["file_write", { path: `out/${from + at}.json`, content: "{}" }] as const,
    ),
  );

function promptOf(desk: TurnDesk, request: number): string {
  return JSON.stringify(desk.model.requests[request]?.messages);
}

async function movesOf(desk: TurnDesk, taskId: string): Promise<string[]> {
  const rows = await desk.deps.database.query<{ toStatus: string }>(
    "select to_status from task_transitions where task_id = $1 order by created_at, id",
    [taskId],
  );
  return rows.map(({ toStatus }) => toStatus);
}

fact(
  "PEER-T13",
  "an end without a submit is incomplete, a submit of 3 of 10 files is refused with the check that fails, and neither completes the task",
  async () => {
    const desk = await turnDesk([
      says("All ten files are written and verified. The task is completed."),
      writeFiles(1, 3),
      SUBMIT_FOLDER,
      writeFiles(4, 10),
      SUBMIT_FOLDER,
    ]);
    const taskId = await desk.begin({
      reviewerKind: "person",
      reviewerId: desk.given.owner.id,
      checks: [{ kind: "glob_count", pattern: "out/*.json", min: 10, stage: "submit" }],
    });
    await desk.settle();
    await desk.clock.advance(700_000);
    await desk.settle();
    const runs = await desk.deps.database.query<{ status: string }>(
      "select status from runs where task_id = $1 and kind = 'task' order by queued_at",
      [taskId],
    );
    expect(runs.map(({ status }) => status)).toEqual(["incomplete", "succeeded"]);
    const refused = promptOf(desk, 3);
    expect(refused).toContain("[failed] out/*.json matches at least 10 files");
    expect(refused).toContain("matches 3 files");
    expect(promptOf(desk, 2)).not.toContain("[failed]");
    expect(await movesOf(desk, taskId)).toEqual(["pending", "in_progress", "review"]);
    const submits = await desk.deps.database.query("select 1 from task_submits where task_id = $1", [taskId]);
    expect(submits).toHaveLength(1);
    expect(desk.bugs).toEqual([]);
    await desk.close();
  },
);

fact(
  "PEER-T16",
  "an author cannot name itself its judge; a deleted reviewer's work goes to a person, whose note is in each prompt of the next round once",
  async () => {
    const desk = await turnDesk([]);
    const { deps, given } = desk;
    const reviewerId = await given.newAgent({ name: "Rita" });
    const ownJudge = {
      title: "Mine alone",
      description: "x",
      assigned_agent_id: given.workerId,
      reviewer_id: given.workerId,
    };
    desk.model.answer(callsOf(["task_create", ownJudge]), WRITE, SUBMIT, WRITE, SUBMIT);
    const taskId = await desk.begin({ reviewerId });
    await deleteAgent(deps, given.owner, { agentId: reviewerId });
    await desk.settle();
    expect(promptOf(desk, 1)).toContain("Nobody reviews their own work");
    const others = await deps.database.query("select 1 from tasks where title = 'Mine alone'");
    expect(others).toEqual([]);

    const [review] = await deps.database.query<{ id: string }>(
      "select id from approvals where kind = 'review' and status = 'pending' and task_id = $1",
      [taskId],
    );
    const note = "The page needs a heading.";
    await decideApproval(deps, given.owner, {
      approvalId: review?.id ?? "",
      decision: { decision: "reject", comment: note },
    });
    await desk.settle();
    expect(desk.model.requests).toHaveLength(5);
    expect([0, 1, 2, 3, 4].map((request) => promptOf(desk, request).split(note).length - 1)).toEqual([0, 0, 0, 1, 1]);
    expect(await movesOf(desk, taskId)).toEqual(["pending", "in_progress", "review", "in_progress", "review"]);
    await desk.close();
  },
);

/** A compaction would ask the model for words of its own. */
async function keepWhole({ deps, given }: TurnDesk): Promise<void> {
  const { version } = await getAgent(deps, given.owner, { agentId: given.workerId });
  const change = { settings: { compactsSessions: false } };
  await updateAgent(deps, given.owner, { agentId: given.workerId, version, change });
}

fact(
  "M119",
  "after 10, 20 and 30 steps of a task the model is reminded to submit, after 30 also to reflect, and at no other step",
  async () => {
    const write = (at: number) => callsOf(["file_write", { path: `part-${at}.md`, content: `${at}\n` }]);
    const desk = await turnDesk([...Array.from({ length: 34 }, (_, at) => write(at)), SUBMIT]);
    await keepWhole(desk);
    await desk.begin({ reviewerKind: "person", reviewerId: desk.given.owner.id });
    await desk.settle();
    const count = (request: number, words: string): number => promptOf(desk, request).split(words).length - 1;
    const seen = desk.model.requests.map((_, request) => [
      count(request, "[SYSTEM REMINDER]"),
      count(request, "[SYSTEM REFLECTION CHECKPOINT]"),
    ]);
    // A request's number is how many steps came before it.
    expect(seen).toEqual(Array.from({ length: 35 }, (_, steps) => [Math.floor(steps / 10), steps >= 30 ? 1 : 0]));
    expect(promptOf(desk, 10)).toContain("[SYSTEM REMINDER] 10 steps so far");
    expect(promptOf(desk, 30)).toContain("[SYSTEM REFLECTION CHECKPOINT] 30 steps so far");
    await desk.close();
  },
);
