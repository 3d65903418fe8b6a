import { fact } from "@cadre/testkit";
import { expect, test } from "vitest";
import type { Actor, Role } from "../actor.ts";
import { offeredTaskMoves, taskEditRefusal, taskMoveRefusal, type TaskStanding } from "./task-access.ts";

const STANDING: TaskStanding = {
  status: "review",
  wasStarted: true,
  assigneeId: "agt_worker",
  assigneeManagerId: "agt_manager",
  reviewerKind: "agent",
  reviewerId: "agt_reviewer",
  createdByKind: "agent",
  createdById: "agt_creator",
  pausedBy: undefined,
  roundAuthorIds: ["agt_worker", "agt_helper"],
};

const agent = (id: string): Actor => ({ kind: "agent", id, organizationId: "org", runId: undefined });
const person = (role: Role, id = "per_1"): Actor => ({ kind: "person", id, organizationId: "org", role });

fact("M69", "only the reviewer, the assignee's manager or a person with the right may accept, never an author", () => {
  const codeOf = (actor: Actor, standing = STANDING) => taskMoveRefusal(actor, "accept", standing)?.code;
  expect(codeOf(agent("agt_worker"))).toBe("task.self-review");
  expect(codeOf(agent("agt_helper"))).toBe("task.self-review");
  expect(codeOf(agent("agt_creator"))).toBe("task.not-reviewer");
  expect(codeOf(agent("agt_stranger"))).toBe("task.not-reviewer");
  expect(codeOf(agent("agt_reviewer"))).toBeUndefined();
  expect(codeOf(agent("agt_manager"))).toBeUndefined();
  expect(codeOf(agent("agt_reviewer"), { ...STANDING, roundAuthorIds: ["agt_reviewer"] })).toBe("task.self-review");
  expect(codeOf(person("owner"))).toBeUndefined();
  expect(codeOf(person("admin"))).toBeUndefined();
  expect(codeOf(person("member"))).toBe("task.not-reviewer");
  expect(codeOf(person("viewer"))).toBe("task.not-reviewer");
  const named: TaskStanding = { ...STANDING, reviewerKind: "person", reviewerId: "per_1" };
  expect(codeOf(person("member"), named)).toBeUndefined();
  expect(codeOf(person("viewer"), named)).toBe("task.not-reviewer");
  expect(codeOf({ kind: "system", id: "x", organizationId: "org" })).toBe("task.not-reviewer");
});

test("an agent never lifts the pause of a person, nor approves a task", () => {
  const paused = { ...STANDING, pausedBy: "per_1" };
  expect(taskMoveRefusal(agent("agt_worker"), "unblock", paused)?.code).toBe("task.paused");
  expect(taskMoveRefusal(agent("agt_worker"), "unblock", STANDING)).toBeUndefined();
  expect(taskMoveRefusal(person("member"), "unblock", paused)).toBeUndefined();
  for (const id of ["agt_creator", "agt_manager", "agt_worker", "agt_reviewer"]) {
    expect(taskMoveRefusal(agent(id), "approve", STANDING)?.code).toBe("task.not-allowed");
  }
});

test("a task that nobody approved is not started by a detour", () => {
  const pending: TaskStanding = { ...STANDING, status: "pending", wasStarted: false };
  const cancelled: TaskStanding = { ...pending, status: "cancelled" };
  for (const actor of [agent("agt_creator"), agent("agt_manager"), agent("agt_worker"), person("member")]) {
    expect(taskMoveRefusal(actor, "block", pending)?.code).toBe("task.not-allowed");
    expect(taskMoveRefusal(actor, "reopen", cancelled)?.code).toBe("task.not-allowed");
  }
  expect(taskMoveRefusal(person("owner"), "block", pending)).toBeUndefined();
  expect(taskMoveRefusal(person("member"), "reopen", { ...cancelled, wasStarted: true })).toBeUndefined();
});

test("the offered moves are those that would not be refused", () => {
  expect(offeredTaskMoves(person("owner"), STANDING)).toEqual(["accept", "revise", "cancel"]);
  expect(offeredTaskMoves(person("viewer"), STANDING)).toEqual([]);
  expect(offeredTaskMoves(agent("agt_worker"), { ...STANDING, status: "in_progress" })).toEqual(["block"]);
});

test("who does the work cannot change what it is judged by", () => {
  for (const field of ["reviewer", "checks", "assignee", "description"] as const) {
    expect(taskEditRefusal(agent("agt_worker"), field, STANDING)?.code).toBe("task.not-allowed");
    expect(taskEditRefusal(agent("agt_creator"), field, STANDING)).toBeUndefined();
  }
  const own = { ...STANDING, createdById: "agt_worker" };
  expect(taskEditRefusal(agent("agt_worker"), "reviewer", own)?.code).toBe("task.not-allowed");
  expect(taskEditRefusal(agent("agt_worker"), "blockers", STANDING)).toBeUndefined();
  expect(taskEditRefusal(person("member"), "reviewer", STANDING)).toBeUndefined();
  expect(taskEditRefusal(person("viewer"), "title", STANDING)?.code).toBe("task.not-allowed");
});
