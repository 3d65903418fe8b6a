import { API_LIMITS } from "@cadre/shared";
import { ApprovalOption } from "@cadre/domain";
import { defineTool, type ToolResult, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { relatedTask } from "../../related-task.ts";
import type { Transaction } from "../../transaction.ts";
import { type ApprovalRow, APPROVALS, optionsOf } from "../approval-row.ts";

type Arguments = {
  readonly title: string;
  readonly description: string;
  readonly options?: ApprovalOption[] | undefined;
  readonly allow_freeform?: boolean | undefined;
  readonly related_task_id?: string | undefined;
  readonly priority?: "low" | "normal" | "high" | "urgent" | undefined;
};

export const requestUserApprovalTool = defineTool<EngineToolContext>()({
  name: "request_user_approval",
  category: "Team & messaging",
  description:
    "Asks a person to decide and waits for the answer: your run stops here and goes on with it, for up to a day. " +
    "Offer options when there are a few; without options the person says yes or no.",
  parameters: z.strictObject({
    title: z.string().trim().min(1).max(API_LIMITS.nameChars).describe("The question in one line."),
    description: z.string().min(1).max(10_000).describe("What the person needs to know to decide, with your advice."),
    options: z.array(ApprovalOption).min(1).max(10).optional(),
    allow_freeform: z.boolean().optional().describe("Whether the person may answer in their own words."),
    related_task_id: z.string().optional().describe("Id or key of the task it is about. Default: your task."),
    priority: z.enum(["low", "normal", "high", "urgent"]).optional().describe("Default high."),
  }),
  effect: "write",
  isIdempotent: true,
  run: (args, context) => context.fenced((tx) => askOrAnswer(tx, args, context)),
});

/** The call asks once; run again under its key, it reads what was decided (PEER-C12). */
async function askOrAnswer(tx: Transaction, args: Arguments, context: EngineToolContext): Promise<ToolResult> {
  const call = await tx.unit.first<{ entryId: string; callId: string }>(
    "select entry_id, call_id from tool_calls where run_id = $1 and idempotency_key = $2",
    [context.runId, context.callKey],
  );
  if (call === undefined) throw new Error(`Call ${context.callKey} is not in the journal of run ${context.runId}.`);
  const asked = await tx.unit.first<ApprovalRow>(
    `${APPROVALS} and a.run_id = $2 and a.entry_id = $3 and a.call_id = $4`,
    [tx.unit.organizationId, context.runId, call.entryId, call.callId],
  );
  if (asked !== undefined) return answerOf(asked);
  const taskId = args.related_task_id === undefined ? context.taskId : await relatedTask(tx, args.related_task_id);
  const approvalId = await tx.approvals.request({
    kind: "question",
    title: args.title,
    description: args.description,
    agentId: context.agentId,
    call: { runId: context.runId, ...call },
    allowFreeform: args.allow_freeform ?? false,
    ...(args.options === undefined ? {} : { options: args.options }),
    ...(args.priority === undefined ? {} : { priority: args.priority }),
    ...(taskId === undefined ? {} : { taskId }),
  });
  return waiting(approvalId);
}

function waiting(approvalId: string): ToolResult {
  return {
    text: "A person was asked. The answer comes as the result of this call.",
    isError: false,
    outcome: { kind: "wait-approval", approvalId },
  };
}

function answerOf(row: ApprovalRow): ToolResult {
  const words = row.comment === null || row.comment === "" ? "" : ` They wrote: ${row.comment}`;
  switch (row.status) {
    case "pending":
      return waiting(row.id);
    case "approved":
      return toolText(`${yesText(row)}${words}`);
    case "rejected":
      return row.decidedOption === null
        ? toolText(
            `The person answered in their own words: ${row.comment ?? ""}\nThis approves nothing by itself; act on what it says.`,
          )
        : toolText(`The person said no. Respect it: go another way, or leave it.${words}`);
    case "expired":
      return toolText("Nobody answered in time. Take it as a no: go on without it, or say in the task what you need.");
    case "cancelled":
      return toolText("The question was withdrawn because what it belonged to was cancelled. Take it as a no.");
  }
}

function yesText(row: ApprovalRow): string {
  const option = optionsOf(row).find(({ id }) => id === row.decidedOption);
  return option === undefined ? "The person said yes." : `The person chose "${option.label}" (${option.id}).`;
}
