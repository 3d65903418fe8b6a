import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { taskDetail } from "../api/queries/tasks.ts";
import { EVENT_EFFECTS } from "./event-effects.ts";
import type { LiveEvent } from "./live-event.ts";
import { placeTask } from "./task-caches.ts";

/** Events come in bursts; what they touch is asked for once. */
const GATHER_MS = 120;
/** More tasks than this at once, and lists are read anew instead of task by task. */
const MOST_SINGLE_TASKS = 20;

export type EventSink = {
  readonly take: (event: LiveEvent) => void;
  readonly takeReset: () => void;
  readonly stop: () => void;
};

/** Keeps the caches true: gathers events for a moment, then asks again for exactly what they touched and somebody looks at. */
export function createEventSink(client: QueryClient): EventSink {
  const keys = new Map<string, QueryKey>();
  const taskIds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    timer = undefined;
    const touchedKeys = [...keys.values()];
    const touchedTasks = [...taskIds];
    keys.clear();
    taskIds.clear();
    for (const queryKey of touchedKeys) void client.invalidateQueries({ queryKey });
    refreshTasks(client, touchedTasks);
  };
  return {
    take(event) {
      const effect = EVENT_EFFECTS[event.entity.kind]?.(event);
      for (const key of effect?.keys ?? []) keys.set(JSON.stringify(key), key);
      for (const id of effect?.taskIds ?? []) taskIds.add(id);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    takeReset: () => void client.invalidateQueries(),
    stop: () => clearTimeout(timer),
  };
}

function refreshTasks(client: QueryClient, taskIds: readonly string[]): void {
  const hasLists = client.getQueryCache().findAll({ queryKey: ["tasks", "list"] }).length > 0;
  if (taskIds.length > MOST_SINGLE_TASKS) {
    void client.invalidateQueries({ queryKey: ["tasks", "list"] });
    void client.invalidateQueries({ queryKey: ["tasks", "detail"] });
    return;
  }
  for (const taskId of taskIds) {
    const options = taskDetail(taskId);
    const isKnown = client.getQueryState(options.queryKey) !== undefined;
    if (!hasLists && !isKnown) continue;
    client
      .fetchQuery({ ...options, staleTime: 0 })
      .then((task) => placeTask(client, task))
      .catch(() => client.invalidateQueries({ queryKey: ["tasks", "list"] }));
  }
}
