import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { assignTaskIn } from "../edit/assign-task.ts";
import { namedTask } from "./named-task.ts";
import { taskHead } from "./task-text.ts";

export const assignTaskTool = defineTool<EngineToolContext>()({
  name: "task_assign",
  category: "Tasks",
  description:
    "Gives a task you oversee to another agent. Work under way stops; the new assignee starts in a new round.",
  parameters: z.strictObject({
    task_id: z.string().describe("Id or key, such as DEMO-7."),
    agent_id: z.string().describe("The new assignee. agent_list_colleagues shows the ids."),
  }),
  effect: "write",
  run: async (args, context) => {
    const task = await context.fenced(async (tx) =>
      assignTaskIn(tx, { taskId: await namedTask(tx, args.task_id, context), agentId: args.agent_id }),
    );
    return toolText(`Assigned to ${task.assigneeId}.\n${taskHead(task)}`);
  },
});
