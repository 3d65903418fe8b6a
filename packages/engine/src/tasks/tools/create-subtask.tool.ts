import { SubtaskTitle } from "@cadre/domain";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { addSubtaskIn } from "../subtasks/edit-subtasks.ts";
import { namedTask } from "./named-task.ts";

export const createSubtaskTool = defineTool<EngineToolContext>()({
  name: "subtask_create",
  category: "Tasks",
  description: "Adds a line to a task's own checklist. Open lines must be completed or cancelled before the submit.",
  parameters: z.strictObject({
    task_id: z.string().describe("Id or key, such as DEMO-7."),
    title: SubtaskTitle,
  }),
  effect: "write",
  run: async (args, context) => {
    const subtask = await context.fenced(async (tx) =>
      addSubtaskIn(tx, await namedTask(tx, args.task_id, context), args.title),
    );
    return toolText(`Subtask added.\nid: ${subtask.id}`);
  },
});
