import type { QueryKey } from "@tanstack/react-query";
import { type LiveEvent, wordOf } from "./live-event.ts";

/** What an event makes stale: whole answers by their keys, and single tasks. */
export type EventEffect = { readonly keys?: readonly QueryKey[]; readonly taskIds?: readonly string[] };

/** What each kind of thing touches when something happens to it. A new kind is one line here. */
export const EVENT_EFFECTS: Readonly<Record<string, (event: LiveEvent) => EventEffect>> = {
  task: (event) => ({
    taskIds: [event.entity.id],
    keys: [["next-movers"], ["tasks", "transitions", event.entity.id], ...talkKeys(event)],
  }),
  run: (event) => ({
    taskIds: ofTask(event),
    keys: [["runs", "list"], ["runs", "detail", event.entity.id], ["agents"], ["next-movers"]],
  }),
  session: (event) => {
    const runId = wordOf(event, "runId");
    return {
      keys:
        runId === undefined
          ? [["sessions"]]
          : [
              ["runs", "log", runId],
              ["runs", "detail", runId],
              ["runs", "calls", runId],
              ["sessions", "detail", event.entity.id],
              ["sessions", "calls", event.entity.id],
              ["sessions", "history", event.entity.id],
              ["sessions", "context", event.entity.id],
              ["runs", "tool-calls", runId],
              ["runs", "model-calls", runId],
            ],
    };
  },
  approval: (event) => ({ taskIds: ofTask(event), keys: [["approvals"], ["next-movers"], ["agents"]] }),
  "standing-approval": () => ({ keys: [["standing-approvals"]] }),
  deliverable: (event) => ({ taskIds: ofTask(event), keys: [["deliverables"]] }),
  notification: () => ({ keys: [["notifications"]] }),
  item: (event) => ({
    keys: [
      ["agents", "mailbox", wordOf(event, "agentId") ?? ""],
      ["agents", "list"],
    ],
  }),
  agent: () => ({ keys: [["agents"], ["next-movers"], ["llm-settings"]] }),
  document: () => ({ keys: [["documents"], ["agents"], ["organization"], ["teams"]] }),
  announcement: () => ({ keys: [["announcements"], ["documents"]] }),
  feedback: () => ({ keys: [["feedback"]] }),
  team: () => ({ keys: [["teams"], ["agents"]] }),
  project: () => ({ keys: [["projects"]] }),
  organization: () => ({ keys: [["organization"], ["me"], ["agents"], ["llm-settings"]] }),
  person: () => ({ keys: [["me"], ["members"], ["notifications"], ["invitations"]] }),
  "api-key": () => ({ keys: [["api-keys"]] }),
  invitation: () => ({ keys: [["invitations"]] }),
  "sign-in": () => ({ keys: [["sign-ins"], ["me"]] }),
  "llm-provider": () => ({ keys: [["llm-settings"]] }),
  webhook: () => ({ keys: [["webhooks"]] }),
};

function ofTask(event: LiveEvent): string[] {
  const taskId = wordOf(event, "taskId");
  return taskId === undefined ? [] : [taskId];
}

function talkKeys(event: LiveEvent): QueryKey[] {
  if (event.type === "task.commented") return [["tasks", "comments", event.entity.id]];
  if (event.type === "task.noted") return [["tasks", "notes", event.entity.id]];
  return [];
}
