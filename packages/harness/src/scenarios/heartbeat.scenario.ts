import { RUN_LIMITS } from "@cadre/shared";
import { defineScenario } from "./define-scenario.ts";
import { readText } from "./read-text.ts";

/** Beats and the internal items that are handled like one. The list is that of agent-platform 8.1; names not built yet are passed over. */
export const heartbeat = defineScenario({
  name: "heartbeat",
  text: readText(new URL("./heartbeat.md", import.meta.url)),
  tools: [
    "task_create",
    "task_list",
    "task_update",
    "task_get",
    "task_note",
    "task_comment",
    "requirement_comment",
    "file_read",
    "agent_send_message",
    "requirement_propose",
    "requirement_list",
    "requirement_update_status",
    "memory_save",
    "memory_search",
    "memory_update",
    "memory_update_longterm",
    "update_notebook",
    "update_working_memory",
    "discover_tools",
    "notify_user",
    "request_user_approval",
    "recall_activity",
    "package_install",
    "package_list",
    "goal_create",
    "goal_update",
    "goal_status",
  ],
  maxSteps: RUN_LIMITS.heartbeatToolSteps,
  runsCallsInParallel: true,
  isLightweight: true,
  endsBy: "reply",
  reminders: undefined,
  retry: "heartbeat",
});
