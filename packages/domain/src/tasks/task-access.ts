import { Fault } from "@cadre/shared";
import type { Actor } from "../actor.ts";
import { allowedTaskMoves, type TaskMove, type TaskStatus } from "./task-state.ts";

/** Who stands where to a task, as far as rights go. */
export type TaskStanding = {
  readonly status: TaskStatus;
  /** It has been in progress: somebody approved it once. */
  readonly wasStarted: boolean;
  readonly assigneeId: string;
  readonly assigneeManagerId: string | undefined;
  readonly reviewerKind: "agent" | "person";
  readonly reviewerId: string;
  readonly createdByKind: "person" | "agent" | "system";
  readonly createdById: string;
  /** The person who paused the task. */
  readonly pausedBy: string | undefined;
  /** Agents that wrote in the present round. */
  readonly roundAuthorIds: readonly string[];
};

/** `lead`: owner or admin. `asker`: the person who created it. `delegator`: the agent who did. `manager`: the assignee's. */
type Party = "system" | "lead" | "member" | "asker" | "delegator" | "manager" | "reviewer" | "assignee";

/** Who may make each move (decisions, "Who may accept"; agent-platform 2.1). */
const MOVE_RIGHTS: Record<TaskMove, readonly Party[]> = {
  approve: ["system", "lead", "asker"],
  arm: ["system", "lead", "asker"],
  reject: ["system", "lead", "asker"],
  block: ["system", "lead", "member", "assignee", "manager", "delegator"],
  unblock: ["system", "lead", "member", "assignee", "manager", "delegator"],
  submit: ["assignee"],
  fail: ["system", "lead", "member"],
  cancel: ["system", "lead", "member", "manager", "delegator"],
  accept: ["lead", "reviewer", "manager"],
  revise: ["lead", "reviewer", "manager"],
  reopen: ["system", "lead", "member"],
  retry: ["system", "lead", "member", "manager", "delegator"],
  archive: ["system", "lead", "member"],
};

/**
 * A task nobody approved yet starts only with the right to approve: blocking and unblocking it, or cancelling and reopening it, would
 * start it just as well.
 */
function rightsTo(move: TaskMove, { status, wasStarted }: TaskStanding): readonly Party[] {
  const isFirstStart = (move === "block" && status === "pending") || (move === "reopen" && status === "cancelled");
  return isFirstStart && !wasStarted ? MOVE_RIGHTS.approve : MOVE_RIGHTS[move];
}

const VERDICT_MOVES: readonly TaskMove[] = ["accept", "revise"];

/** Why this actor may not make this move, as a fault to throw; undefined when it may. */
export function taskMoveRefusal(actor: Actor, move: TaskMove, standing: TaskStanding): Fault | undefined {
  const isVerdict = VERDICT_MOVES.includes(move);
  if (isVerdict && actor.kind === "agent" && isAuthor(actor.id, standing)) {
    return new Fault("forbidden", "task.self-review", {
      message: `You wrote in this round, so you cannot ${move} it. The reviewer, the assignee's manager or a person decides.`,
    });
  }
  const parties = partiesOf(actor, standing);
  if (!rightsTo(move, standing).some((party) => parties.includes(party))) {
    return isVerdict ? notReviewer(move) : notAllowed(move);
  }
  if (move === "unblock" && actor.kind === "agent" && standing.pausedBy !== undefined) {
    return new Fault("forbidden", "task.paused", {
      message: "A person paused this task; only a person can resume it. Ask with request_user_approval if you need it.",
    });
  }
  return undefined;
}

/** The moves this actor can make now: the buttons of a screen (PEER-C40). Submitting goes through the submit, never here. */
export function offeredTaskMoves(actor: Actor, standing: TaskStanding): TaskMove[] {
  return allowedTaskMoves(standing.status).filter(
    (move) => move !== "submit" && taskMoveRefusal(actor, move, standing) === undefined,
  );
}

function partiesOf(actor: Actor, standing: TaskStanding): Party[] {
  switch (actor.kind) {
    case "system":
      return ["system"];
    case "person":
      return personParties(actor, standing);
    case "agent":
      return agentParties(actor.id, standing);
  }
}

function personParties(actor: Extract<Actor, { kind: "person" }>, standing: TaskStanding): Party[] {
  if (actor.role === "viewer") return [];
  const parties: Party[] = ["member"];
  if (actor.role !== "member") parties.push("lead");
  if (standing.createdByKind === "person" && standing.createdById === actor.id) parties.push("asker");
  if (standing.reviewerKind === "person" && standing.reviewerId === actor.id) parties.push("reviewer");
  return parties;
}

function agentParties(agentId: string, standing: TaskStanding): Party[] {
  const parties: Party[] = [];
  if (standing.assigneeId === agentId) parties.push("assignee");
  if (standing.assigneeManagerId === agentId) parties.push("manager");
  if (standing.createdByKind === "agent" && standing.createdById === agentId) parties.push("delegator");
  if (standing.reviewerKind === "agent" && standing.reviewerId === agentId) parties.push("reviewer");
  return parties;
}

function isAuthor(agentId: string, standing: TaskStanding): boolean {
  return standing.assigneeId === agentId || standing.roundAuthorIds.includes(agentId);
}

function notReviewer(move: TaskMove): Fault {
  return new Fault("forbidden", "task.not-reviewer", {
    message: `Only the reviewer, the assignee's manager, an owner or an admin can ${move} this task.`,
  });
}

function notAllowed(move: TaskMove): Fault {
  return new Fault("forbidden", "task.not-allowed", {
    message: `You cannot ${move} this task. Ask its reviewer, the assignee's manager or a person with that right.`,
  });
}

/** What can be edited of a task without moving it. */
export type TaskEditField =
  | "title"
  | "description"
  | "priority"
  | "reviewer"
  | "blockers"
  | "checks"
  | "schedule"
  | "timeout"
  | "subtasks"
  | "assignee"
  | "round";

/** Who does the work may say what it waits for; it never touches what it is judged by. */
const ASSIGNEE_EDITS: readonly TaskEditField[] = ["blockers", "subtasks"];

/** Why this actor may not edit this field, as a fault to throw; undefined when it may. */
export function taskEditRefusal(actor: Actor, field: TaskEditField, standing: TaskStanding): Fault | undefined {
  const parties = partiesOf(actor, standing);
  if (parties.includes("system") || parties.includes("member")) return undefined;
  const isOverseer = parties.includes("manager") || parties.includes("delegator");
  if (isOverseer && !parties.includes("assignee")) return undefined;
  if (parties.includes("assignee") && ASSIGNEE_EDITS.includes(field)) return undefined;
  return new Fault("forbidden", "task.not-allowed", {
    message: `You cannot change the ${field} of this task. Ask a person, whoever created it, or the assignee's manager.`,
  });
}
