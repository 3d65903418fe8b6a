import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "./api-client.ts";

export type StoryTask = { id: string; key: string; title: string; status: string; round: number };

export type Story = { readonly taskId: string; readonly projectId: string; readonly status: string };

const POLL_MS = 100;
const DEADLINE_MS = 600_000;

/** Where the story ends: well, or with somebody having to look at it. */
const ENDS = new Set(["completed", "failed", "blocked", "rejected", "cancelled", "archived"]);

/** Starts the bundled story and follows it to its end; every change of a task is told. */
export async function playStory(api: ApiClient, tell: (line: string) => void): Promise<Story> {
  const started = await api.post<{ task: StoryTask; projectId: string; approvedCommands: string[] }>("/demo/start", {});
  tell(`The story runs; ${started.approvedCommands.length} exact commands are approved for it.`);
  const seen = new Map<string, string>();
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const tasks = await api.all<StoryTask>(`/tasks?projectId=${started.projectId}`);
    for (const task of tasks) tellChange(task, seen, tell);
    const status = tasks.find(({ id }) => id === started.task.id)?.status ?? "missing";
    if (ENDS.has(status) || performance.now() > deadline) {
      return { taskId: started.task.id, projectId: started.projectId, status };
    }
    await pause(POLL_MS);
  }
}

function tellChange(task: StoryTask, seen: Map<string, string>, tell: (line: string) => void): void {
  const now = `${task.status}, round ${task.round}`;
  if (seen.get(task.id) === now) return;
  seen.set(task.id, now);
  tell(`${task.key}  ${now.padEnd(22)} ${task.title}`);
}
