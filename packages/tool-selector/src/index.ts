export { BUILTIN_TOOLS } from "./builtin/builtin-tools.ts";
export { type MatchLine } from "./builtin/match-record.ts";
export { type LineSearch, type LineSearchEnd, searchLines } from "./builtin/search-lines.ts";
export {
  type ApprovalContext,
  type ApprovalNeed,
  defineTool,
  type ParsedCall,
  type Tool,
  TOOL_EFFECTS,
  type ToolContext,
  type ToolDefinition,
  type ToolEffect,
} from "./define-tool.ts";
export { openInside } from "./file-access.ts";
export { type PathRoots, realRoots } from "./path-roots.ts";
export { type PathVerdict, resolvePath } from "./path-wall.ts";
export { judgeCommand } from "./policy/command-policy.ts";
export { type Verdict } from "./policy/verdict.ts";
export { assessCall, type CallAssessment, runTool } from "./run-tool.ts";
export { detectSandbox, type SandboxDetection } from "./sandbox/detect-sandbox.ts";
export { createOpenShell, type SandboxOptions } from "./sandbox/open-shell.ts";
export { type Sandbox, SANDBOX_KINDS, type SandboxedCommand, type SandboxKind } from "./sandbox/sandbox.ts";
export { runShell, type ShellEnd, type ShellRequest } from "./shell/run-shell.ts";
export {
  createToolRegistry,
  selectTools,
  toolInventory,
  type ToolRegistry,
  type ToolSelection,
  type ToolSelectionOptions,
  toolSpecs,
} from "./tool-registry.ts";
export { toolError, type ToolOutcome, type ToolResult, toolText } from "./tool-result.ts";
