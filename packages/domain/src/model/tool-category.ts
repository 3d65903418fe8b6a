/** Categories in the order a prompt shows them. Registration order never changes the bytes (decisions, "Tool categories"). */
export const TOOL_CATEGORIES = [
  "Files",
  "Execution",
  "Context & search",
  "Web",
  "Session graph",
  "Orchestration & planning",
  "Automation & skills",
  "Tasks",
  "Team & messaging",
  "Memory & notebook",
  "Packages & skills",
  "Other",
] as const;

export type ToolCategory = (typeof TOOL_CATEGORIES)[number];
