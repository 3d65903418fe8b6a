import { NewTask, NewTaskCheck, TASK_PRIORITIES, TaskSchedule } from "@cadre/domain";
import { Fault, TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import type { Transaction } from "../../transaction.ts";
import { unfinishedBlockers } from "../blockers.ts";
import { createTaskIn } from "../create/create-task-in.ts";
import { readTask, type TaskRow } from "../task-row.ts";
import { namedTasks } from "./named-task.ts";
import { taskHead } from "./task-text.ts";

const agentId = z.string().min(1).max(64);

const parameters = z.strictObject({
  title: z.string().trim().min(1).max(TASK_LIMITS.titleChars),
  description: z
    .string()
    .min(1)
    .max(TASK_LIMITS.descriptionChars)
    .describe("All the assignee needs: it sees nothing of your conversation."),
  priority: z.enum([...TASK_PRIORITIES, "urgent"]).optional(),
  assigned_agent_id: agentId.describe("Who does it. agent_list_colleagues shows the ids."),
  reviewer_id: agentId.describe("Who judges it: another agent than the assignee, or a person."),
  reviewer_type: z.enum(["agent", "human"]).optional().describe("What reviewer_id names. Default agent."),
  project_id: z.string().optional().describe("Default: the project of the parent, or of the task you work on."),
  blocked_by: z
    .array(z.string())
    .max(TASK_LIMITS.dependenciesPerTask)
    .optional()
    .describe("Ids or keys of tasks that must be completed before it starts."),
  parent_task_id: z
    .string()
    .optional()
    .describe(
      "The task this is a part of. A part of your own approved task starts without asking; you are resumed when all parts ended.",
    ),
  acceptance_checks: z
    .array(NewTaskCheck)
    .max(TASK_LIMITS.checksPerTask)
    .optional()
    .describe("Machine checks on what is submitted. The server runs them; they decide, not anybody's word."),
  task_type: z.enum(["standard", "scheduled"]).optional(),
  schedule: TaskSchedule.optional().describe("For a scheduled task: when it runs again."),
});
type Arguments = z.infer<typeof parameters>;

export const createTaskTool = defineTool<EngineToolContext>()({
  name: "task_create",
  category: "Tasks",
  description:
    "Creates a task for an agent of the team. Unless it is a part of your own approved task, a person approves it first.",
  parameters,
  effect: "write",
  run: async (args, context) => toolText(await context.fenced((tx) => create(tx, args, context))),
});

async function create(tx: Transaction, args: Arguments, context: EngineToolContext): Promise<string> {
  if (args.task_type === "scheduled" && args.schedule === undefined) {
    throw new Fault("invalid", "task.schedule-missing", {
      message: 'A scheduled task needs a schedule, such as {"every": "4h"}.',
      field: "schedule",
    });
  }
  const [parentId] = await namedTasks(
    tx,
    args.parent_task_id === undefined ? [] : [args.parent_task_id],
    "parent_task_id",
  );
  const task = await createTaskIn(
    tx,
    NewTask.parse({
      title: args.title,
      description: args.description,
      projectId: args.project_id ?? (await projectOf(tx, parentId ?? context.taskId)),
      assigneeId: args.assigned_agent_id,
      reviewerKind: args.reviewer_type === "human" ? "person" : "agent",
      reviewerId: args.reviewer_id,
      blockerIds: await namedTasks(tx, args.blocked_by ?? [], "blocked_by"),
      ...(args.priority === undefined ? {} : { priority: args.priority }),
      ...(parentId === undefined ? {} : { parentId }),
      ...(args.acceptance_checks === undefined ? {} : { checks: args.acceptance_checks }),
      ...(args.schedule === undefined ? {} : { schedule: args.schedule }),
    }),
  );
  return `Created.\n${taskHead(task)}\n${await nextText(tx, task)}`;
}

async function projectOf(tx: Transaction, taskId: string | undefined): Promise<string> {
  if (taskId !== undefined) return (await readTask(tx, taskId)).projectId;
  const projects = await tx.unit.query<{ id: string; key: string }>(
    "select id, key from projects where organization_id = $1 and archived_at is null order by created_at limit 2",
    [tx.unit.organizationId],
  );
  const [only] = projects;
  if (only !== undefined && projects.length === 1) return only.id;
  throw new Fault("invalid", "task.project-missing", {
    message: "There is more than one project, so say which one the task belongs to.",
    field: "project_id",
  });
}

async function nextText(tx: Transaction, task: TaskRow): Promise<string> {
  switch (task.status) {
    case "pending":
      return "Next: a person was asked to approve it. You do not need to wait for that.";
    case "blocked": {
      const blockers = await unfinishedBlockers(tx, task.id);
      return `Next: it starts by itself when ${blockers.map(({ key }) => key).join(", ")} is completed.`;
    }
    case "completed":
      return "Next: it waits for its time.";
    default:
      return task.parentId === null
        ? "Next: its assignee starts now."
        : "Next: its assignee starts now. When you have created every part, end your reply: you are resumed when all have ended.";
  }
}
