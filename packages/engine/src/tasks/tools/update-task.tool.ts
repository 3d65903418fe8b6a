import { nextTaskStatus, TASK_STATUSES, TaskEdit, taskMoveBetween, TaskSchedule, type TaskStatus } from "@cadre/domain";
import { Fault, TASK_LIMITS } from "@cadre/shared";
import { defineTool, type ToolResult, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import type { Transaction } from "../../transaction.ts";
import { editTaskIn } from "../edit/edit-task-in.ts";
import { moveTask } from "../moves/move-task.ts";
import { noteIn } from "../talk/note-on-task.ts";
import { readTask, type TaskRow } from "../task-row.ts";
import { namedTask, namedTasks } from "./named-task.ts";
import { taskHead } from "./task-text.ts";

const parameters = z.strictObject({
  task_id: z.string().describe("Id or key, such as DEMO-7."),
  status: z
    .enum(TASK_STATUSES)
    .optional()
    .describe(
      "completed or in_progress decide a review; blocked stops your own task until a person answers; cancelled ends a task you created.",
    ),
  note: z
    .string()
    .max(TASK_LIMITS.noteChars)
    .optional()
    .describe("Why. Required to send work back (it is the brief of the next round) and to block."),
  description: z.string().max(TASK_LIMITS.descriptionChars).optional(),
  blocked_by: z
    .array(z.string())
    .max(TASK_LIMITS.dependenciesPerTask)
    .optional()
    .describe("All blockers, as ids or keys."),
  reviewer_id: z.string().min(1).max(64).optional(),
  reviewer_type: z.enum(["agent", "human"]).optional(),
  schedule: TaskSchedule.optional(),
});
type Arguments = z.infer<typeof parameters>;

export const updateTaskTool = defineTool<EngineToolContext>()({
  name: "task_update",
  category: "Tasks",
  description:
    "Changes a task or its status: the reviewer's verdict, blocking your own task, and fields. Work is handed in with task_submit_review, not here.",
  parameters,
  effect: "write",
  run: (args, context) => context.fenced((tx) => update(tx, args, context)),
});

async function update(tx: Transaction, args: Arguments, context: EngineToolContext): Promise<ToolResult> {
  const taskId = await namedTask(tx, args.task_id, context);
  const edit = await editOf(tx, args);
  let task = edit === undefined ? await readTask(tx, taskId) : await editTaskIn(tx, taskId, { edit });
  const from = task.status;
  if (args.status !== undefined && args.status !== from)
    task = await moveTo(tx, task, { to: args.status, note: args.note });
  else if (args.note !== undefined) await noteIn(tx, taskId, args.note);
  const isOwnWorkOver = task.id === context.taskId && task.assigneeId === context.agentId && task.status === "blocked";
  const text = `${changeText(args, from, task)}\n${taskHead(task)}`;
  if (!isOwnWorkOver) return toolText(text);
  return {
    ...toolText(`${text}\nYour run ends here; it goes on when the block is lifted.`),
    outcome: { kind: "end-turn" },
  };
}

async function moveTo(
  tx: Transaction,
  task: TaskRow,
  { to, note }: { readonly to: TaskStatus; readonly note: string | undefined },
): Promise<TaskRow> {
  if (to === "review") {
    throw new Fault("invalid", "task.submit-needs-work", {
      message: "Work goes to review with task_submit_review, which snapshots it and runs its checks.",
      field: "status",
    });
  }
  const move = taskMoveBetween(task.status, to) ?? refuse(task.status, to);
  return moveTask(tx, task.id, note === undefined ? { move } : { move, note });
}

function refuse(from: TaskStatus, to: TaskStatus): never {
  nextTaskStatus(from, MOVE_NAMED_BY[to]);
  throw new Fault("conflict", "task.illegal-move", { message: `A ${from} task cannot become ${to}.` });
}

/** The move a status stands for, to name it in a refusal. */
const MOVE_NAMED_BY = {
  pending: "approve",
  in_progress: "revise",
  blocked: "block",
  review: "submit",
  completed: "accept",
  failed: "fail",
  rejected: "reject",
  cancelled: "cancel",
  archived: "archive",
} as const;

async function editOf(tx: Transaction, args: Arguments): Promise<z.output<typeof TaskEdit> | undefined> {
  const edit = TaskEdit.parse({
    description: args.description,
    reviewerId: args.reviewer_id,
    reviewerKind: args.reviewer_type === undefined ? undefined : args.reviewer_type === "human" ? "person" : "agent",
    schedule: args.schedule,
    blockerIds: args.blocked_by === undefined ? undefined : await namedTasks(tx, args.blocked_by, "blocked_by"),
  });
  return Object.values(edit).some((value) => value !== undefined) ? edit : undefined;
}

function changeText(args: Arguments, from: TaskStatus, task: TaskRow): string {
  if (args.status === undefined || args.status === from)
    return args.status === from ? `${task.key} was ${from} already.` : "Updated.";
  if (from === "review")
    return task.status === "completed" ? `Accepted ${task.key}.` : `Sent ${task.key} back: round ${task.round} begins.`;
  return `${task.key} went from ${from} to ${task.status}.`;
}
