import { expect, test } from "vitest";
import type { Task } from "../../api/queries/tasks.ts";
import type { Approval } from "../../api/queries/work.ts";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";
import { needsOf } from "./needs.ts";

function task(id: string, change: Partial<Task>): Task {
  const made = {
    id,
    status: "in_progress",
    priority: "medium",
    reviewerKind: "agent",
    reviewerId: "agt_1",
    updatedAt: "2026-01-01",
    ...change,
  };
  return made as Task;
}

function approval(id: string, change: Partial<Approval>): Approval {
  const made = { id, kind: "action", taskId: null, actions: ["approve", "reject"], createdAt: "2026-01-01", ...change };
  return made as Approval;
}

const nobody = new Map<string, TaskWithMover>();

test("what holds work up comes first, then reviews, alarms, blocked and failed tasks", () => {
  const movers = new Map([["silent", { mover: "none" } as TaskWithMover]]);
  const needs = needsOf({
    approvals: [approval("apr", {})],
    tasks: [
      task("failed", { status: "failed" }),
      task("blocked", { status: "blocked" }),
      task("silent", {}),
      task("mine", { status: "review", reviewerKind: "person", reviewerId: "per_me" }),
      task("theirs", { status: "review", reviewerKind: "person", reviewerId: "per_other" }),
      task("running", {}),
    ],
    movers,
    personId: "per_me",
  });
  expect(needs.map(({ id, kind }) => [id, kind])).toEqual([
    ["apr", "approval"],
    ["mine", "review"],
    ["silent", "alarm"],
    ["blocked", "blocked"],
    ["failed", "failed"],
  ]);
});

test("a draft that waits for a person comes before what is blocked; one that waits for its time is nobody's", () => {
  const movers = new Map([
    ["draft", { mover: "person" } as TaskWithMover],
    ["later", { mover: "timer" } as TaskWithMover],
  ]);
  const tasks = [
    task("blocked", { status: "blocked" }),
    task("later", { status: "pending" }),
    task("draft", { status: "pending" }),
  ];
  const needs = needsOf({ approvals: [], tasks, movers, personId: "per_me" });
  expect(needs.map(({ id, kind }) => [id, kind])).toEqual([
    ["draft", "draft"],
    ["blocked", "blocked"],
  ]);
});

test("a review that is asked as an approval is one line, and what somebody cannot decide is none", () => {
  const review = task("mine", { status: "review", reviewerKind: "person", reviewerId: "per_me" });
  const asked = approval("apr", { kind: "review", taskId: "mine" });
  const needs = needsOf({
    approvals: [asked, approval("no", { actions: [] })],
    tasks: [review],
    movers: nobody,
    personId: "per_me",
  });
  expect(needs.map(({ id }) => id)).toEqual(["apr"]);
});

test("a blocked task that waits for another one needs nobody; among equals the urgent and the oldest come first", () => {
  const movers = new Map([["waits", { mover: "blocker" } as TaskWithMover]]);
  const failed = (id: string, change: Partial<Task>): Task => task(id, { status: "failed", ...change });
  const tasks = [
    task("waits", { status: "blocked" }),
    failed("late", { updatedAt: "2026-01-03" }),
    failed("early", { updatedAt: "2026-01-02" }),
    failed("urgent", { updatedAt: "2026-01-04", priority: "critical" }),
  ];
  expect(needsOf({ approvals: [], tasks, movers, personId: "per_me" }).map(({ id }) => id)).toEqual([
    "urgent",
    "early",
    "late",
  ]);
});
