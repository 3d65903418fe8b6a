import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { endSubtaskIn } from "../subtasks/edit-subtasks.ts";
import { taskOfSubtask } from "../subtasks/subtask-rows.ts";

export const completeSubtaskTool = defineTool<EngineToolContext>()({
  name: "subtask_complete",
  category: "Tasks",
  description: "Ticks off a line of a task's checklist.",
  parameters: z.strictObject({ subtask_id: z.string() }),
  effect: "write",
  isIdempotent: true,
  run: async (args, context) => {
    const subtask = await context.fenced(async (tx) => {
      const taskId = await taskOfSubtask(tx, args.subtask_id);
      return endSubtaskIn(tx, { taskId, subtaskId: args.subtask_id }, { status: "completed" });
    });
    return toolText(`Completed "${subtask.title}".`);
  },
});
