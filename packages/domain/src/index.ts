export {
  AssistantMessage,
  ImageBlock,
  Message,
  TextBlock,
  textOf,
  ThinkingBlock,
  ToolCallBlock,
  toolCallsOf,
  ToolMessage,
  ToolResultBlock,
  UserMessage,
  userText,
} from "./model/message.ts";
export {
  MODEL_FAILURE_KINDS,
  type ModelEvent,
  type ModelFailure,
  type ModelFailureKind,
  type ModelReply,
  STOP_REASONS,
  type StopReason,
} from "./model/model-event.ts";
export { type ModelRef, type ModelRequest, type SystemBlock } from "./model/model-request.ts";
export { type ToolSpec } from "./model/tool-spec.ts";
export { NO_USAGE, promptTokens, Usage } from "./model/usage.ts";
export {
  assistantEntryOf,
  AssistantMessageEntry,
  BranchSummaryEntry,
  CALL_OUTCOMES,
  type CallOutcome,
  CollapseContextEntry,
  CompactionEntry,
  type EntryKind,
  EntryPayload,
  entryText,
  NoteEntry,
  parseEntryText,
  type SessionEntry,
  storedEntry,
  ToolResultEntry,
  UserMessageEntry,
} from "./sessions/session-entry.ts";
