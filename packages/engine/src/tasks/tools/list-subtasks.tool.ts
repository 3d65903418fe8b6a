import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { readSubtasks } from "../subtasks/subtask-rows.ts";
import { namedTask } from "./named-task.ts";

export const listSubtasksTool = defineTool<EngineToolContext>()({
  name: "subtask_list",
  category: "Tasks",
  description: "Shows a task's checklist. Default: that of the task you work on.",
  parameters: z.strictObject({ task_id: z.string().optional().describe("Id or key, such as DEMO-7.") }),
  effect: "read",
  run: async (args, context) => {
    const subtasks = await context.fenced(async (tx) => readSubtasks(tx, await namedTask(tx, args.task_id, context)));
    if (subtasks.length === 0) return toolText("The task has no subtasks.");
    return toolText(subtasks.map(({ id, title, status }) => `- [${status}] ${title} (${id})`).join("\n"));
  },
});
