import { isTerminalTask, type TaskStatus } from "./task-state.ts";

export type ChildState = {
  readonly id: string;
  readonly status: TaskStatus;
  /** Its blockers that are not completed. */
  readonly blockerIds: readonly string[];
  /** One of them ended without being completed: only a decision frees the child. */
  readonly hasDeadBlocker: boolean;
};

/** True when waiting for the children longer changes nothing: each is at an end, or stuck behind one that ended otherwise. */
export function areChildrenSettled(children: readonly ChildState[]): boolean {
  const stuck = new Set<string>();
  for (let size = -1; size !== stuck.size;) {
    size = stuck.size;
    for (const child of children) if (isStuck(child, stuck)) stuck.add(child.id);
  }
  return children.every((child) => isTerminalTask(child.status) || stuck.has(child.id));
}

function isStuck(child: ChildState, stuck: ReadonlySet<string>): boolean {
  return child.status === "blocked" && (child.hasDeadBlocker || child.blockerIds.some((id) => stuck.has(id)));
}
