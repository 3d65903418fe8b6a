/** Who waits for whom: a task for its blockers, and a parent for its children. */
export type WaitsFor = { readonly taskId: string; readonly forId: string };

/**
 * The way back from a new blocker to the task, when the edge would close a circle of tasks that wait for each other (M66);
 * undefined when it closes none. Breadth first, so the shortest such way is found.
 */
export function circleThrough(edge: WaitsFor, edges: readonly WaitsFor[]): string[] | undefined {
  if (edge.taskId === edge.forId) return [edge.taskId];
  const cameFrom = new Map<string, string>([[edge.forId, edge.taskId]]);
  const queue = [edge.forId];
  for (const at of queue) {
    for (const { taskId, forId } of edges) {
      if (taskId !== at || cameFrom.has(forId)) continue;
      if (forId === edge.taskId) return wayTo(at, cameFrom, edge.taskId);
      cameFrom.set(forId, at);
      queue.push(forId);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>, start: string): string[] {
  const way = [end];
  for (let at = cameFrom.get(end); at !== undefined && at !== start; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
