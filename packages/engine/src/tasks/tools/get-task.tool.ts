import type { TaskComment, TaskDetail, TaskNote, TaskTransition } from "@cadre/domain";
import { TASK_LIMITS } from "@cadre/shared";
import { defineTool, toolText } from "@cadre/tool-selector";
import { z } from "zod";
import type { EngineToolContext } from "../../engine-tool-context.ts";
import { getTask } from "../get-task.ts";
import { listComments, listNotes, listTransitions } from "../list-task-records.ts";
import { namedTask } from "./named-task.ts";
import { checkResultLine, listText, moverText, taskHead, taskRefLine } from "./task-text.ts";

export const getTaskTool = defineTool<EngineToolContext>()({
  name: "task_get",
  category: "Tasks",
  description:
    "Shows one task: description, status, people, checks, latest submit and verdict, notes. full adds comments and history.",
  parameters: z.strictObject({
    task_id: z.string().describe("Id or key, such as DEMO-7."),
    full: z.boolean().optional(),
  }),
  effect: "read",
  run: async (args, context) => {
    const { deps, actor } = context;
    const taskId = await context.fenced((tx) => namedTask(tx, args.task_id, context));
    const task = await getTask(deps, actor, { taskId });
    const notes = await listNotes(deps, actor, { taskId, limit: TASK_LIMITS.getNotesDefault });
    const lines = [...detailLines(task), ...listText("Notes", notes.map(remarkLine))];
    if (args.full !== true) return toolText(lines.join("\n"));
    const comments = await listComments(deps, actor, { taskId, limit: TASK_LIMITS.entityCommentsDefault });
    const history = await listTransitions(deps, actor, { taskId, limit: TASK_LIMITS.getStatusHistoryDefault });
    return toolText(
      [
        ...lines,
        ...listText("Comments", comments.map(remarkLine)),
        ...listText("History", history.map(historyLine)),
      ].join("\n"),
    );
  },
});

function detailLines(task: TaskDetail): string[] {
  return [
    taskHead(task),
    `priority: ${task.priority}`,
    `project: ${task.projectId}`,
    `assignee: ${task.assigneeId}`,
    `reviewer: ${task.reviewerId} (${task.reviewerKind})`,
    ...moverText(task),
    ...(task.parent === null ? [] : [`part of: ${task.parent.key} "${task.parent.title}" (${task.parent.id})`]),
    "Description:",
    task.description === "" ? "(none)" : task.description,
    ...listText("Waits for", task.blockers.map(taskRefLine)),
    ...listText("Parts", task.children.map(taskRefLine)),
    ...listText(
      "Subtasks",
      task.subtasks.map((subtask) => `- [${subtask.status}] ${subtask.title} (${subtask.id})`),
    ),
    ...listText(
      "Acceptance checks",
      task.checks.map((check) => `- ${check.name} (at ${check.stage}, ${check.kind})`),
    ),
    ...submitLines(task),
    ...listText(
      "Deliverables",
      task.deliverables
        .slice(0, TASK_LIMITS.getDeliverablesDefault)
        .map((one) => `- ${one.reference} (version ${one.version})${one.summary === "" ? "" : `: ${one.summary}`}`),
    ),
  ];
}

function submitLines({ submits }: TaskDetail): string[] {
  const [latest] = submits;
  if (latest === undefined) return [];
  const verdict = latest.verdict;
  return [
    `Latest submit (round ${latest.round}): ${latest.summary}`,
    ...(latest.knownIssues === null ? [] : [`Known issues: ${latest.knownIssues}`]),
    ...listText("Check results", latest.checks.map(checkResultLine)),
    ...(verdict === null ? [] : [`Verdict: ${verdict.verdict}${verdict.note === null ? "" : `. ${verdict.note}`}`]),
  ];
}

function remarkLine(remark: TaskNote | TaskComment): string {
  return `- ${remark.createdAt.slice(0, 16)} ${remark.authorId}: ${remark.text}`;
}

function historyLine(move: TaskTransition): string {
  const note = move.note === null ? "" : `: ${move.note}`;
  return `- ${move.createdAt.slice(0, 16)} ${move.move} → ${move.toStatus} (round ${move.round}) by ${move.actorId}${note}`;
}
