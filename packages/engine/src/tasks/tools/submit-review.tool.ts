import { type CheckResult, DELIVERABLE_TYPES } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolError, type ToolResult, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { submitTask, type SubmitOutcome } from "../submits/submit-task.ts";
import { readTask } from "../task-row.ts";
import { namedTask } from "./named-task.ts";
import { checkResultLine, listText, taskHead } from "./task-text.ts";

const deliverable = z.strictObject({
  type: z.enum(DELIVERABLE_TYPES),
  reference: z.string().trim().min(1).max(1_000).describe("Path in the workspace, or the address of a link."),
  summary: z.string().max(2_000).optional(),
});

export const submitReviewTool = defineTool<EngineToolContext>()({
  name: "task_submit_review",
  category: "Tasks",
  description:
    "Hands in the task you work on and ends your run. List every file you made: a snapshot of them is what checks and the reviewer judge. A failing check of stage submit refuses it and says why.",
  parameters: z.strictObject({
    task_id: z.string().optional().describe("Default: the task you work on."),
    summary: z.string().trim().min(1).max(TASK_LIMITS.noteChars).describe("What you did and how you verified it."),
    deliverables: z.array(deliverable).max(100).optional(),
    known_issues: z.string().max(TASK_LIMITS.noteChars).optional(),
  }),
  effect: "write",
  isIdempotent: true,
  run: async (args, context) => {
    const taskId = await context.fenced((tx) => namedTask(tx, args.task_id, context));
    if (taskId !== context.taskId) {
      return toolError("Not submitted: you can only hand in the task that this run works on. Leave task_id out.");
    }
    const outcome = await submitTask(context, {
      taskId,
      summary: args.summary,
      deliverables: args.deliverables ?? [],
      knownIssues: args.known_issues,
    });
    return answer(context, taskId, outcome);
  },
});

async function answer(context: EngineToolContext, taskId: string, outcome: SubmitOutcome): Promise<ToolResult> {
  if (outcome.kind === "refused") return refusal(outcome.failed);
  const task = await context.fenced((tx) => readTask(tx, taskId));
  const lines = [
    `Submitted for review with ${outcome.files} files.`,
    taskHead(task),
    `submit: ${outcome.submitId}`,
    ...listText("Checks", outcome.results.map(checkResultLine)),
  ];
  return { ...toolText(lines.join("\n")), outcome: { kind: "submitted" } };
}

function refusal(failed: readonly CheckResult[]): ToolResult {
  return toolError(
    [
      "Not submitted; the task stays in progress. These checks failed on what you handed in:",
      ...failed.map(checkResultLine),
      "Checks see only the files you list as deliverables. Correct the work or the list, then call task_submit_review again.",
    ].join("\n"),
    { failed: failed.map(({ name }) => name) },
  );
}
