import type { TranscriptTurn } from "../policy.ts";
import { renewedBrief, type TaskBrief } from "./brief.ts";
import { type Acting, ask } from "./script.ts";
import { type Situation, tagged } from "./situation.ts";
import { type Step } from "./step-text.ts";
import { subtaskTitle } from "./carry-out.ts";

const LIFTED = /^\[SYSTEM\] The block of this task was lifted by /m;

/**
 * The task as it stands after the notes that its block was lifted. Where the worker itself had blocked it, it starts over: what it did
 * before the note is no part of the transcript then. Where a person had paused it, it goes on.
 */
export function afterLiftedBlocks(
  brief: TaskBrief,
  turns: readonly TranscriptTurn[],
): Pick<Situation, "brief" | "turns"> {
  let now = brief;
  let from = 0;
  let own: ReadonlySet<string> = new Set();
  for (const [at, turn] of turns.entries()) {
    if (turn.role !== "user" || !LIFTED.test(turn.text)) continue;
    const before = turns.slice(from, at);
    own = new Set([...own, ...notedBy(before)]);
    now = renewedBrief(now, turn.text);
    if (before.some(isBlock)) from = at + 1;
  }
  return { brief: { ...now, ownSubtasks: own }, turns: turns.slice(from) };
}

function isBlock(turn: TranscriptTurn): boolean {
  return turn.role === "call" && /^(?:task_update|update_task)$/.test(turn.name) && turn.input["status"] === "blocked";
}

/** Titles of the subtasks that the worker itself noted. */
function notedBy(turns: readonly TranscriptTurn[]): string[] {
  return turns.flatMap((turn) => {
    if (turn.role !== "call" || !/^(?:subtask_create|create_subtask)$/.test(turn.name)) return [];
    const { title } = turn.input;
    return typeof title === "string" ? [title] : [];
  });
}

/** Strikes out the subtasks it noted for a description that has changed since: an open one would refuse the submit. */
export function* strikeOutOld({ brief, tools }: Situation, steps: readonly Step[]): Acting<void> {
  const titles = steps.map(subtaskTitle);
  for (const { id, title, status } of brief.subtasks) {
    if (status !== "pending" || titles.includes(title) || brief.ownSubtasks?.has(title) !== true) continue;
    const call = tools.call("cancelSubtask", { subtaskId: id, reason: tagged("The description was changed.") });
    if (call !== undefined) yield* ask(tagged(`The task no longer asks for "${title}".`), call);
  }
}
