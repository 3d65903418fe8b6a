import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { taskDetail } from "../api/queries/tasks.ts";
import { EVENT_EFFECTS } from "./event-effects.ts";
import type { LiveEvent } from "./live-event.ts";
import { placeTask } from "./task-caches.ts";

/** Events come in bursts; what they touch is asked for once. */
export const GATHER_MS = 120;
/** More tasks than this at once, and lists are read anew instead of task by task. */
const MOST_SINGLE_TASKS = 20;

export type EventSink = {
  readonly take: (event: LiveEvent) => void;
  readonly takeReset: () => void;
  /** The line was lost and is there again: what could not be read meanwhile can be now. */
  readonly takeReturn: () => void;
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
    for (const queryKey of touchedKeys) refresh(client, queryKey);
    refreshTasks(client, touchedTasks);
  };
  return {
    take(event) {
      const effect = EVENT_EFFECTS[event.entity.kind]?.(event);
      for (const key of effect?.keys ?? []) keys.set(JSON.stringify(key), key);
      for (const id of effect?.taskIds ?? []) taskIds.add(id);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    takeReset: () => refresh(client, []),
    takeReturn: () => void client.refetchQueries({ predicate: isFailed, type: "active" }),
    stop: () => clearTimeout(timer),
  };
}

function isFailed({ state }: Query): boolean {
  return state.status === "error" && state.fetchStatus === "idle";
}

/**
 * Asks again for what somebody looks at. An answer that is on its way may be older than what happened: where it is not asked for anew at once,
 * because it is the first one or because nobody looks yet, it is asked for after it came.
 */
function refresh(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
    if (query.state.data === undefined || !query.isActive()) void askAfter(client, query);
  }
  void client.invalidateQueries({ queryKey });
}

async function askAfter(client: QueryClient, query: Query): Promise<void> {
  await underWay(query);
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

/** Resolves when what a query is fetching has come, or has failed. */
async function underWay(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
}

function refreshTasks(client: QueryClient, taskIds: readonly string[]): void {
  const lists = client.getQueryCache().findAll({ queryKey: ["tasks", "list"] });
  const hasLists = lists.length > 0;
  // A task cannot be put into a list that is on its way, nor stays in one that is read again.
  if (taskIds.length > 0) {
    for (const list of lists) if (list.state.fetchStatus === "fetching") void askAfter(client, list);
  }
  if (taskIds.length > MOST_SINGLE_TASKS) {
    void client.invalidateQueries({ queryKey: ["tasks", "list"] });
    refresh(client, ["tasks", "detail"]);
    return;
  }
  for (const taskId of taskIds) {
    const options = taskDetail(taskId);
    const isKnown = client.getQueryState(options.queryKey) !== undefined;
    if (!hasLists && !isKnown) continue;
    void readTask(client, options).catch(() => client.invalidateQueries({ queryKey: ["tasks", "list"] }));
  }
}

async function readTask(client: QueryClient, options: ReturnType<typeof taskDetail>): Promise<void> {
  const { queryKey } = options;
  const known = client.getQueryCache().find({ queryKey });
  // What is on its way may have been read before this happened.
  if (known?.state.fetchStatus === "fetching") await underWay(known);
  // Whoever looks at the task may leave and take this reading along: what was known then stands again, and is out of date.
  await client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  const task = await client.fetchQuery({ ...options, staleTime: 0 });
  if (client.getQueryState(queryKey)?.isInvalidated === true) return readTask(client, options);
  placeTask(client, task);
}
