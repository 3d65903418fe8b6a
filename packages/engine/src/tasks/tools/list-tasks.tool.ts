import { type Task, TASK_PRIORITIES, TASK_STATUSES } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { listTasks } from "../list-tasks.ts";

const SORTS = { created_at: "created", updated_at: "updated", priority: "priority" } as const;

const parameters = z.strictObject({
  assigned_to_me: z.boolean().optional(),
  status: z.enum(TASK_STATUSES).optional(),
  priority: z.enum([...TASK_PRIORITIES, "urgent"]).optional(),
  project_id: z.string().optional(),
  search: z.string().max(200).optional().describe("Words of the title, the description or the key."),
  sort_by: z.enum(["created_at", "updated_at", "priority"]).optional().describe("Default created_at."),
  sort_order: z.enum(["asc", "desc"]).optional().describe("Default desc."),
  page: z.int().min(1).max(1_000).optional(),
  page_size: z.int().min(1).max(TASK_LIMITS.listPageMax).optional(),
});

export const listTasksTool = defineTool<EngineToolContext>()({
  name: "task_list",
  category: "Tasks",
  description: "Lists tasks of the organization, newest first. All filters must match.",
  parameters,
  effect: "read",
  run: async (args, context) => {
    const limit = args.page_size ?? TASK_LIMITS.listPageSize;
    const page = args.page ?? 1;
    const { data, nextCursor } = await listTasks(context.deps, context.actor, {
      limit,
      offset: (page - 1) * limit,
      sort: SORTS[args.sort_by ?? "created_at"],
      order: args.sort_order ?? "desc",
      ...(args.assigned_to_me === true ? { assigneeId: context.agentId } : {}),
      ...(args.status === undefined ? {} : { status: [args.status] }),
      ...(args.priority === undefined ? {} : { priority: args.priority }),
      ...(args.project_id === undefined ? {} : { projectId: args.project_id }),
      ...(args.search === undefined ? {} : { search: args.search }),
    });
    if (data.length === 0) return toolText("No task matches.");
    const more = nextCursor === null ? [] : [`More: call again with page ${page + 1}.`];
    return toolText([...data.map(lineOf), ...more].join("\n"));
  },
});

function lineOf(task: Task): string {
  return `- ${task.key} "${task.title}" (${task.id}): ${task.status}, ${task.priority}, round ${task.round}, assigned to ${task.assigneeId}`;
}
