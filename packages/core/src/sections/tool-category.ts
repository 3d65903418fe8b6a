import { TOOL_CATEGORIES, type ToolCategory } from "@cadre/domain";
import type { RegisteredTool } from "../prompt-facts.ts";

/** For tools that name no category, such as those of an MCP server; the first match wins (context-and-assist A.6). */
const NAME_RULES: readonly (readonly [ToolCategory, RegExp])[] = [
  ["Orchestration & planning", /^(dag_|subagent|agent_profile_)|^(todo_write|ask_user)$/],
  ["Session graph", /^session_graph_/],
  ["Context & search", /^(memory_|enhanced_|crg__)|^(grep|outline|read_output|find_file_by_name)$/],
  ["Files", /^(read|write|edit|ls|find|git)$/],
  ["Web", /^web_/],
  ["Execution", /^(bash|exec|get_output|kill_shell|write_to_process)$/],
  ["Automation & skills", /cron|trigger|^(skill|install_skill|remove_skill|set_skill_state)/],
];

/** The category a tool names itself, else what its name tells, else Other. */
export function categoryOf(tool: RegisteredTool): ToolCategory {
  const own = TOOL_CATEGORIES.find((category) => category === tool.category);
  return own ?? NAME_RULES.find(([, pattern]) => pattern.test(tool.name))?.[0] ?? "Other";
}
