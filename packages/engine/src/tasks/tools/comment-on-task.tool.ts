import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { commentIn } from "../talk/comment-on-task.ts";
import { namedTask } from "./named-task.ts";

export const commentOnTaskTool = defineTool<EngineToolContext>()({
  name: "task_comment",
  category: "Tasks",
  description: "Writes a comment that people read on the task. Mention people by their id to tell them.",
  parameters: z.strictObject({
    task_id: z.string().describe("Id or key, such as DEMO-7."),
    content: z.string().trim().min(1).max(TASK_LIMITS.commentChars),
    mentions: z.array(z.string().max(64)).max(50).optional(),
    reply_to_comment_id: z.string().max(64).optional(),
  }),
  effect: "write",
  run: async (args, context) => {
    const comment = await context.fenced(async (tx) =>
      commentIn(tx, await namedTask(tx, args.task_id, context), {
        text: args.content,
        mentions: args.mentions ?? [],
        replyToId: args.reply_to_comment_id,
      }),
    );
    return toolText(`Comment added.\nid: ${comment.id}`);
  },
});
