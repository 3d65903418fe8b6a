import type { Deliverable } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { listDeliverables } from "../list-deliverables.ts";

export const searchDeliverablesTool = defineTool<EngineToolContext>()({
  name: "deliverable_search",
  category: "Tasks",
  description: "Finds results that were handed in before: files, folders and links, with who made them for which task.",
  parameters: z.strictObject({
    query: z.string().min(1).max(200).describe("Words of the title, summary, path or a tag."),
  }),
  effect: "read",
  run: async (args, context) => {
    const { data, nextCursor } = await listDeliverables(context.deps, context.actor, {
      search: args.query,
      limit: TASK_LIMITS.getDeliverablesDefault,
    });
    if (data.length === 0) return toolText("No deliverable matches.");
    const more = nextCursor === null ? [] : ["… and more: use narrower words."];
    return toolText([...data.map(lineOf), ...more].join("\n"));
  },
});

function lineOf(one: Deliverable): string {
  const task = one.taskId === null ? "" : ` of task ${one.taskId}`;
  const summary = one.summary === "" ? "" : `: ${one.summary}`;
  return `- [${one.id}] ${one.type} ${one.reference} "${one.title}"${task}, version ${one.version}, ${one.createdAt.slice(0, 10)}${summary}`;
}
