import { BUILTIN_TOOLS, createToolRegistry, type Tool, type ToolRegistry } from "@cadre/tool-selector";
import { listColleaguesTool } from "./agents/tools/list-colleagues.tool.ts";
import { requestUserApprovalTool } from "./approvals/tools/request-user-approval.tool.ts";
import { createDeliverableTool } from "./deliverables/tools/create-deliverable.tool.ts";
import { searchDeliverablesTool } from "./deliverables/tools/search-deliverables.tool.ts";
import { updateTeamTool } from "./documents/tools/update-team.tool.ts";
import type { EngineToolContext } from "./engine-tool-context.ts";
import { checkMailboxTool } from "./mailbox/tools/check-mailbox.tool.ts";
import { notifyUserTool } from "./notifications/tools/notify-user.tool.ts";
import { readToolResultTool } from "./sessions/tools/read-tool-result.tool.ts";
import { searchToolResultTool } from "./sessions/tools/search-tool-result.tool.ts";
import { assignTaskTool } from "./tasks/tools/assign-task.tool.ts";
import { cancelSubtaskTool } from "./tasks/tools/cancel-subtask.tool.ts";
import { commentOnTaskTool } from "./tasks/tools/comment-on-task.tool.ts";
import { completeSubtaskTool } from "./tasks/tools/complete-subtask.tool.ts";
import { createSubtaskTool } from "./tasks/tools/create-subtask.tool.ts";
import { createTaskTool } from "./tasks/tools/create-task.tool.ts";
import { getTaskTool } from "./tasks/tools/get-task.tool.ts";
import { listSubtasksTool } from "./tasks/tools/list-subtasks.tool.ts";
import { listTasksTool } from "./tasks/tools/list-tasks.tool.ts";
import { noteOnTaskTool } from "./tasks/tools/note-on-task.tool.ts";
import { submitReviewTool } from "./tasks/tools/submit-review.tool.ts";
import { updateTaskTool } from "./tasks/tools/update-task.tool.ts";

/** Every tool of the engine's features. Adding one is its file and one line here. */
export const ENGINE_TOOLS: readonly Tool<EngineToolContext>[] = [
  createTaskTool,
  listTasksTool,
  getTaskTool,
  updateTaskTool,
  assignTaskTool,
  noteOnTaskTool,
  commentOnTaskTool,
  createSubtaskTool,
  completeSubtaskTool,
  cancelSubtaskTool,
  listSubtasksTool,
  submitReviewTool,
  createDeliverableTool,
  searchDeliverablesTool,
  notifyUserTool,
  requestUserApprovalTool,
  checkMailboxTool,
  listColleaguesTool,
  updateTeamTool,
  readToolResultTool,
  searchToolResultTool,
];

/** The registry of everything an agent can do: the built-in tools, then those of the engine. */
export function createAgentTools(): ToolRegistry<EngineToolContext> {
  return createToolRegistry([...BUILTIN_TOOLS, ...ENGINE_TOOLS]);
}
