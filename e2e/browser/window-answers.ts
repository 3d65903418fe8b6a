/** Answers that the dashboard never shows, each with what it reads instead. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  "organizations.list": "whoever signs in is told theirs",
  "documents.list": "each text is read by its kind and owner",
  "deliverables.list": "a task names its own",
  "projects.get": "the list has all of each",
  "teams.get": "the list has all of each",
  "agents.list-daily-log": "agents read it in their prompt, which is shown",
  "announcements.get": "the list has all of each",
  "tasks.list-subtasks": "a task names its own",
  "tasks.list-dependencies": "a task names its own",
  "approvals.get": "the list has all of each",
  "deliverables.list-of-task": "a task names its own",
  "deliverables.get": "a task names its own",
  "sessions.list-entries": "a run's entries are shown, and the lines of a session's history",
  "sessions.get-tree": "the history has the branches",
  "sessions.export": "it is a file for other systems",
  "llm-providers.get": "the settings of models have all of each",
  "webhooks.get": "the list has all of each",
  "sessions.get-tool-result": "the beginning stands in the entry",
};

/** Answers that no page shows by itself: somebody opens a window, a preview or a line of a list. */
export const IN_WINDOWS: readonly string[] = [
  "deliverables.download",
  "documents.get-revision",
  "documents.list-revisions",
  "llm-providers.list-models",
  "model-calls.diff",
  "sessions.get-entry",
  "webhooks.get-delivery",
  "webhooks.list-deliveries",
];
