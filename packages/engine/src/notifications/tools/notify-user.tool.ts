import { API_LIMITS, Fault } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { relatedTask } from "../../related-task.ts";
import type { Transaction } from "../../transaction.ts";

export const notifyUserTool = defineTool<EngineToolContext>()({
  name: "notify_user",
  category: "Team & messaging",
  description:
    "Puts a notice into a person's inbox; nobody answers it. Use it for what people must know and cannot see on the task itself, " +
    "not for routine status. To get a decision use request_user_approval.",
  parameters: z.strictObject({
    title: z.string().trim().min(1).max(API_LIMITS.nameChars),
    body: z.string().max(10_000),
    priority: z.enum(["low", "normal", "high", "urgent"]).optional().describe("Default normal."),
    related_task_id: z.string().optional().describe("Id or key of the task it is about. Default: your task."),
    target_user_id: z.string().optional().describe("A person's id. Default: every owner and admin."),
  }),
  effect: "write",
  isIdempotent: true,
  run: async (args, context) => {
    await context.fenced(async (tx) => {
      const taskId = args.related_task_id === undefined ? context.taskId : await relatedTask(tx, args.related_task_id);
      if (args.target_user_id !== undefined) await requirePerson(tx, args.target_user_id);
      await tx.notifications.notify(
        {
          type: "agent_report",
          priority: args.priority ?? "normal",
          title: args.title,
          body: args.body,
          entity: taskId === undefined ? { kind: "agent", id: context.agentId } : { kind: "task", id: taskId },
          dedupeKey: `call:${context.callKey}`,
        },
        args.target_user_id === undefined ? undefined : [args.target_user_id],
      );
    });
    return toolText("The notice is in the inbox. Go on; do not wait for an answer.");
  },
});

async function requirePerson(tx: Transaction, personId: string): Promise<void> {
  const member = await tx.unit.first("select 1 from memberships where organization_id = $1 and person_id = $2", [
    tx.unit.organizationId,
    personId,
  ]);
  if (member !== undefined) return;
  throw new Fault("not-found", "person.not-found", {
    message: `There is no person ${personId} here. Leave it out to tell the owners and admins.`,
    field: "target_user_id",
  });
}
