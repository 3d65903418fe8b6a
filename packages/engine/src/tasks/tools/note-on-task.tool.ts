import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { noteIn } from "../talk/note-on-task.ts";
import { namedTask } from "./named-task.ts";

export const noteOnTaskTool = defineTool<EngineToolContext>()({
  name: "task_note",
  category: "Tasks",
  description:
    "Keeps a note on a task: facts, decisions and why, what did not work. Later rounds, successors and dependent tasks read it.",
  parameters: z.strictObject({
    task_id: z.string().describe("Id or key, such as DEMO-7."),
    note: z.string().trim().min(1).max(TASK_LIMITS.noteChars),
  }),
  effect: "write",
  run: async (args, context) => {
    const note = await context.fenced(async (tx) => noteIn(tx, await namedTask(tx, args.task_id, context), args.note));
    return toolText(`Noted for round ${note.round}.\nid: ${note.id}`);
  },
});
