import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

export const review = defineScenario({
  name: "review",
  text: readText(new URL("./review.md", import.meta.url)),
  tools: [
    "file_read",
    "list_directory",
    "glob_find",
    "grep_search",
    "shell_execute",
    "task_get",
    "task_list",
    "task_note",
    "task_comment",
    "task_update",
    "deliverable_search",
    "agent_list_colleagues",
    "notify_user",
    "request_user_approval",
    "check_mailbox",
    "session_tool_result",
    "session_tool_result_grep",
  ],
  maxSteps: RUN_LIMITS.chatToolSteps,
  runsCallsInParallel: true,
  isLightweight: false,
  endsBy: "reply",
  reminders: undefined,
  retry: "turn",
});
