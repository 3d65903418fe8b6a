import type { Task } from "../../api/queries/tasks.ts";
import type { Approval } from "../../api/queries/work.ts";
import type { TaskWithMover } from "../../tasks/use-next-movers.ts";

/** One thing that waits for the person who looks. `rank` orders kinds: what holds work up comes first. */
export type Need = {
  readonly id: string;
  readonly kind: "approval" | "review" | "draft" | "alarm" | "blocked" | "failed";
  readonly rank: number;
  readonly at: string;
  readonly approval?: Approval;
  readonly task?: Task;
};

type NeedSources = {
  readonly approvals: readonly Approval[];
  readonly tasks: readonly Task[];
  readonly movers: ReadonlyMap<string, TaskWithMover>;
  readonly personId: string;
};

const RANKS = { approval: 0, review: 1, draft: 2, alarm: 3, blocked: 4, failed: 5 } as const;

/**
 * What needs this person, most urgent first: approvals that hold a run up, reviews that are theirs, drafts that wait for
 * approval, tasks that nobody moves, blocked tasks that wait for a person, failed ones. Among equals the urgent task first, then who has waited longest.
 */
export function needsOf({ approvals, tasks, movers, personId }: NeedSources): Need[] {
  const open = approvals.filter(({ actions }) => actions.length > 0);
  // A person's review comes as an approval too; one line for it is enough.
  const asked = new Set(open.map(({ taskId }) => taskId));
  const needs: Need[] = open.map((approval) => {
    const task = tasks.find(({ id }) => id === approval.taskId);
    const need = { id: approval.id, kind: "approval", rank: RANKS.approval, at: approval.createdAt, approval } as const;
    return task === undefined ? need : { ...need, task };
  });
  for (const task of tasks) {
    const kind = asked.has(task.id) ? undefined : kindOf(task, movers.get(task.id), personId);
    if (kind !== undefined) needs.push({ id: task.id, kind, rank: RANKS[kind], at: task.updatedAt, task });
  }
  return needs.sort((a, b) => a.rank - b.rank || priorityOf(a) - priorityOf(b) || a.at.localeCompare(b.at));
}

function kindOf(task: Task, mover: TaskWithMover | undefined, personId: string): Need["kind"] | undefined {
  if (task.status === "failed") return "failed";
  if (mover?.mover === "none") return "alarm";
  if (task.status === "review" && task.reviewerKind === "person" && task.reviewerId === personId) return "review";
  if (task.status === "pending" && mover?.mover === "person") return "draft";
  return task.status === "blocked" && (mover === undefined || mover.mover === "person") ? "blocked" : undefined;
}

const PRIORITY_ORDER = ["critical", "high", "medium", "low"];

function priorityOf({ task }: Need): number {
  return task === undefined ? 1 : PRIORITY_ORDER.indexOf(task.priority);
}
