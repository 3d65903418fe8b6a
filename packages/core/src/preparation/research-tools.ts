/** Tools whose results are what was found out, as opposed to a sign that something was done. */
const RESEARCH_TOOLS: ReadonlySet<string> = new Set([
  "web_search",
  "web_fetch",
  "file_read",
  "grep_search",
  "session_tool_result",
  "session_tool_result_grep",
  "memory_search",
]);

export function isResearchTool(name: string): boolean {
  return RESEARCH_TOOLS.has(name);
}
