import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { endSubtaskIn } from "../subtasks/edit-subtasks.ts";
import { taskOfSubtask } from "../subtasks/subtask-rows.ts";

export const cancelSubtaskTool = defineTool<EngineToolContext>()({
  name: "subtask_cancel",
  category: "Tasks",
  description: "Strikes out a line of a task's checklist that is not needed after all.",
  parameters: z.strictObject({ subtask_id: z.string(), reason: z.string().trim().min(1).max(1_000) }),
  effect: "write",
  isIdempotent: true,
  run: async (args, context) => {
    const subtask = await context.fenced(async (tx) => {
      const taskId = await taskOfSubtask(tx, args.subtask_id);
      return endSubtaskIn(tx, { taskId, subtaskId: args.subtask_id }, { status: "cancelled", reason: args.reason });
    });
    return toolText(`Cancelled "${subtask.title}".`);
  },
});
