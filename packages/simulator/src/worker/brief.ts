import type { TranscriptTurn } from "../policy.ts";

/** A task as its brief names it. */
export type TaskBrief = {
  readonly kind: "task";
  readonly taskId: string;
  readonly key: string;
  readonly round: number;
  readonly description: string;
  /** The reviewer's reason, when this round was sent back. */
  readonly sentBack: string | undefined;
  readonly projectId: string | undefined;
  readonly children: readonly ListedTask[];
  readonly subtasks: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  /** Titles of subtasks that the worker noted before its block was lifted. */
  readonly ownSubtasks?: ReadonlySet<string>;
};

export type ListedTask = {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly paths: readonly string[];
};

export type ReviewBrief = {
  readonly kind: "review";
  readonly taskId: string;
  readonly key: string;
  readonly round: number;
  readonly description: string;
  readonly deliverables: readonly string[];
  /** Each with its output, as the request tells it. */
  readonly failedChecks: readonly string[];
  readonly passedChecks: readonly string[];
};

/** What a turn is about, read from the message that opened it. `turns` are those after that message. */
export type Opening = {
  readonly about: TaskBrief | ReviewBrief | { readonly kind: "heartbeat" } | { readonly kind: "other" };
  readonly turns: readonly TranscriptTurn[];
};

const NOT_AN_OPENING = /^\s*(?:\[SYSTEM|\[Conversation history summary|\[Previous |\[Branch summary|<situation\b)/;

/** Finds the message that opened the turn: the first one of a task's session, else the newest. */
export function readOpening(turns: readonly TranscriptTurn[]): Opening {
  const openings = turns.flatMap((turn, at) =>
    turn.role === "user" && turn.opens && !NOT_AN_OPENING.test(turn.text) ? [{ text: turn.text, at }] : [],
  );
  const first = openings[0];
  const task = first === undefined ? undefined : readTaskBrief(first.text);
  if (first !== undefined && task !== undefined) return { about: task, turns: turns.slice(first.at + 1) };
  const newest = openings.at(-1);
  const text = newest?.text ?? "";
  const about = /^\W*heartbeat/i.test(text) ? ({ kind: "heartbeat" } as const) : (readReviewBrief(text) ?? OTHER);
  return { about, turns: newest === undefined ? turns : turns.slice(newest.at + 1) };
}

const OTHER = { kind: "other" } as const;

function readTaskBrief(text: string): TaskBrief | undefined {
  const taskId = taskIdIn(text);
  if (taskId === undefined || !/^\W*task\b/i.test(text) || /^\W*task[^\n]*(?:reflection|review request)/i.test(text)) {
    return undefined;
  }
  const { inside: description, outside } = between(text, "Description:", "(end of description)");
  const sentBack = /^Sent back by the reviewer[^\n]*:\n([\s\S]*?)^\(end of the reviewer's note\)/m.exec(text)?.[1];
  return {
    kind: "task",
    taskId,
    key: keyIn(text) ?? taskId,
    round: roundIn(text),
    description: description ?? text.slice(text.indexOf("\n") + 1),
    sentBack: sentBack?.trim(),
    projectId: /\bprj_\w+/.exec(outside)?.[0],
    ...listsIn(outside),
  };
}

/** The task after a note that tells its lists anew, and its description when that was changed. */
export function renewedBrief(brief: TaskBrief, note: string): TaskBrief {
  const { inside, outside } = between(note, "Description:", "(end of description)");
  return { ...brief, description: inside ?? brief.description, ...listsIn(outside) };
}

function listsIn(text: string): Pick<TaskBrief, "children" | "subtasks"> {
  const subtasks = [...listUnder(text, "Subtasks").matchAll(/^- \[(\w+)\] (.*) \((sub_\w+)\)$/gm)];
  return {
    children: listedTasks(listUnder(text, "Child tasks")),
    subtasks: subtasks.map(([, status = "", title = "", id = ""]) => ({ id, title, status })),
  };
}

function readReviewBrief(text: string): ReviewBrief | undefined {
  const taskId = taskIdIn(text);
  if (taskId === undefined || !/^[^\n]*\breview/i.test(text)) return undefined;
  const { inside: description, outside: rest } = between(text, "Description:", "(end of description)");
  const { outside } = between(rest, "Summary of the author:", "(end of summary)");
  const checks = listUnder(outside, "Check results");
  return {
    kind: "review",
    taskId,
    key: keyIn(text) ?? taskId,
    round: roundIn(text),
    description: description ?? "",
    deliverables: pathsIn(listUnder(outside, "Deliverables")),
    failedChecks: checkLines(checks, "failed"),
    passedChecks: checkLines(checks, "passed"),
  };
}

/** The tasks of a list such as `- DEMO-3 (tsk_…) [completed] Title: …`, each with the paths listed under it. */
export function listedTasks(list: string): ListedTask[] {
  return list.split(/^(?=- )/m).flatMap((entry) => {
    const found = /^- \S+ \((tsk_\w+)\) \[(\w+)\] ([^\n]*)/.exec(entry);
    if (found === null) return [];
    const [, id = "", status = "", title = ""] = found;
    return [{ id, title, status, paths: pathsIn(entry) }];
  });
}

function taskIdIn(text: string): string | undefined {
  return /\bTask id:\s*(tsk_\w+)/i.exec(text)?.[1] ?? /\btsk_\w+/.exec(text)?.[0];
}

function keyIn(text: string): string | undefined {
  return /^Task:\s*([A-Z][A-Z0-9]*-\d+)/m.exec(text)?.[1];
}

function roundIn(text: string): number {
  return Number(/^Round:\s*(\d+)/im.exec(text)?.[1] ?? 1);
}

function pathsIn(list: string): string[] {
  return [...list.matchAll(/^[ \t]*- path: (.+)$/gm)].map((match) => (match[1] ?? "").trim());
}

function checkLines(list: string, result: "failed" | "passed"): string[] {
  return list
    .split(/^(?=- \[)/m)
    .filter((line) => line.startsWith(`- [${result}]`))
    .map((line) => line.slice(`- [${result}] `.length).trim());
}

/** The lines of a list from its title to the next empty line. */
function listUnder(text: string, title: string): string {
  return new RegExp(`^${title}[^\\n]*:\\n((?:[^\\n]+\\n?)*)`, "m").exec(text)?.[1] ?? "";
}

function between(text: string, begin: string, end: string): { inside: string | undefined; outside: string } {
  const from = text.indexOf(`\n${begin}\n`);
  const to = text.indexOf(`\n${end}`, from);
  if (from < 0 || to < 0) return { inside: undefined, outside: text };
  const start = from + begin.length + 2;
  return { inside: text.slice(start, to + 1), outside: text.slice(0, from) + text.slice(to + end.length + 1) };
}
