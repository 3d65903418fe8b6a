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
export { type PathRoots } from "./path-roots.ts";
export { assessCall, type CallAssessment, runTool } from "./run-tool.ts";
export { type Sandbox, SANDBOX_KINDS, type SandboxedCommand, type SandboxKind } from "./sandbox.ts";
export { TOOL_CATEGORIES, type ToolCategory } from "./tool-category.ts";
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
