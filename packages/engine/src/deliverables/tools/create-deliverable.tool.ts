import { DELIVERABLE_TYPES } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { createDeliverableIn } from "../create-deliverable.ts";
import { storeReference } from "../store-reference.ts";

export const createDeliverableTool = defineTool<EngineToolContext>()({
  name: "deliverable_create",
  category: "Tasks",
  description:
    "Registers a result before the task is submitted, so that others find it. What the task hands in is named in task_submit_review.",
  parameters: z.strictObject({
    type: z.enum(DELIVERABLE_TYPES),
    title: z.string().trim().min(1).max(TASK_LIMITS.titleChars),
    summary: z.string().trim().min(1).max(2_000),
    reference: z.string().trim().min(1).max(1_000).describe("Path in the workspace, or the address of a link."),
    format: z.string().max(50).optional().describe("Such as csv or markdown."),
    tags: z.array(z.string().trim().min(1).max(50)).max(20).optional(),
  }),
  effect: "write",
  run: async (args, context) => {
    const stored = await storeReference(context, args);
    const id = await context.fenced((tx) =>
      createDeliverableIn(tx, { ...args, ...stored, tags: args.tags ?? [], taskId: context.taskId }),
    );
    return toolText(`Registered ${stored.reference}.\nid: ${id}`);
  },
});
