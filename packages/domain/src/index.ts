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
export {
  LLM_PROVIDER_KINDS,
  LlmChoice,
  LlmModel,
  LlmModelList,
  LlmProvider,
  LlmProviderChange,
  type LlmProviderKind,
  LlmProviderTest,
  LlmSettings,
  NewLlmProvider,
} from "./model/llm-settings.ts";
export { TOOL_CATEGORIES, type ToolCategory } from "./model/tool-category.ts";
export { type ToolSpec } from "./model/tool-spec.ts";
export { DailyLogEntry, type DailyLogKind } from "./memory/daily-log.ts";
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
  storedText,
  ToolResultEntry,
  UserMessageEntry,
} from "./sessions/session-entry.ts";
export {
  type Branch,
  branchesOf,
  branchSpans,
  forkedPath,
  type ForkPosition,
  isHeadMove,
  missingEntry,
  pathTo,
  type TreeEntry,
} from "./sessions/entry-tree.ts";
export { metadataChars, SessionMetadata, SessionTitle } from "./sessions/session-names.ts";
export { GivenDay, GivenInstant, GivenLocalInstant } from "./given-instant.ts";
export { isStorableValue } from "./sessions/storable-value.ts";
export { foldMarks, INTRODUCTION_KEY, introductionOf, type SessionMarks } from "./sessions/session-marks.ts";
export { type Actor, type Role, ROLES } from "./actor.ts";
export {
  APPROVAL_KINDS,
  type ApprovalAction,
  ApprovalDecision,
  type ApprovalKind,
  type ApprovalOffer,
  ApprovalOption,
  type ApprovalResolution,
  isSameDecision,
  mayDecideApproval,
  offeredActions,
  resolutionOf,
  type StoredDecision,
  storedDecision,
} from "./approvals/approval-decision.ts";
export {
  defineMailboxItem,
  type ItemHandling,
  type ItemPriority,
  type MailboxItemType,
} from "./mailbox/define-mailbox-item.ts";
export {
  type DescribedItem,
  describeItem,
  INTERNAL_ITEM_TYPES,
  MAILBOX_ITEMS,
  type MailboxContent,
  mailboxItem,
  type MailboxItemName,
  type MailboxPayload,
} from "./mailbox/mailbox-items.ts";
export {
  APPROVAL_PAIRS,
  type ApprovalStatus,
  ATTEMPT_PAIRS,
  type AttemptStatus,
  CALL_PAIRS,
  type CallStatus,
  DELIVERY_PAIRS,
  type DeliveryStatus,
  ITEM_PAIRS,
  type ItemStatus,
  type Lane,
  LANES,
  RUN_KINDS,
  RUN_PAIRS,
  type RunKind,
  type RunStatus,
  WAIT_KINDS,
  WAIT_PAIRS,
  type WaitKind,
  type WaitStatus,
} from "./runs/run-state.ts";
export { DOCUMENT_OWNERS, type DocumentDefinition, type DocumentOwner } from "./documents/define-document.ts";
export {
  Document,
  DocumentChange,
  DocumentHead,
  DocumentKindName,
  Revision,
  RevisionChoice,
  RevisionDetail,
} from "./documents/document.ts";
export {
  DOCUMENT_KINDS,
  documentDefinition,
  type DocumentKind,
  type DocumentPlace,
  DOCUMENTS,
  requireDocumentLength,
  requireDocumentWriter,
} from "./documents/documents.ts";
export {
  Announcement,
  AnnouncementAudience,
  AnnouncementChange,
  NewAnnouncement,
} from "./organization/announcement.ts";
export { Feedback, NewFeedback } from "./organization/feedback.ts";
export { hasRole, isRoleAtLeast, lesserRole, requireRole } from "./organization/access.ts";
export { AuditEntry } from "./organization/audit-entry.ts";
export {
  Invitation,
  INVITATION_STATUSES,
  InvitationAcceptance,
  InvitationPreview,
  InvitationToken,
  NewInvitation,
} from "./organization/invitation.ts";
export {
  Agent,
  AGENT_POSITIONS,
  AGENT_STATUSES,
  AgentChange,
  AgentConfiguration,
  AgentRevision,
  AgentSettings,
  AgentSettingsChange,
  type AgentStatus,
  DEFAULT_AGENT_SETTINGS,
  NewAgent,
  PATROLS,
  TRUST_LEVELS,
} from "./organization/agent.ts";
export {
  ApiKey,
  Member,
  NewApiKey,
  NewOrganization,
  NewTeam,
  Organization,
  OrganizationChange,
  Setup,
  Team,
} from "./organization/organization.ts";
export {
  NewProject,
  Project,
  ProjectChange,
  ProjectGovernance,
  ProjectKey,
  Repository,
} from "./organization/project.ts";
export { isApiKeyText } from "./organization/secret-text.ts";
export { Credentials, EmailChange, NameChange, PasswordChange, SignIn, SignInLinkUse } from "./organization/sign-in.ts";
export { type DueSlots, dueSlots, type SlotWindow } from "./organization/beat-slots.ts";
export { BeatSchedule, DEFAULT_BEAT_SCHEDULE, StoredBeatSchedule, TimeZone } from "./organization/schedule.ts";
export {
  allowedTaskMoves,
  isTerminalTask,
  mayTaskGo,
  nextTaskStatus,
  TASK_MOVES,
  TASK_STATUSES,
  type TaskMove,
  taskMoveBetween,
  type TaskStatus,
  TERMINAL_TASK_STATUSES,
} from "./tasks/task-state.ts";
export { Deliverable, DELIVERABLE_TYPES, NewLink } from "./tasks/deliverable.ts";
export { circleThrough, type WaitsFor } from "./tasks/task-dependencies.ts";
export {
  CHECK_STAGES,
  checkName,
  type CheckStage,
  isSnapshotPath,
  NewTaskCheck,
  NewTaskChecks,
  type TaskCheck,
} from "./tasks/task-check.ts";
export { TASK_PRIORITIES, type TaskPriority, taskItemPriority, TaskPriorityInput } from "./tasks/task-priority.ts";
export {
  CheckResult,
  NewTaskComment,
  NoteText,
  SnapshotFile,
  StoredCheck,
  Subtask,
  SubtaskTitle,
  TaskComment,
  TaskDetail,
  TaskMoveName,
  TaskMoveRequest,
  TaskNote,
  TaskSubmit,
  TaskTransition,
} from "./tasks/task-records.ts";
export {
  NewTask,
  NextMover,
  ReviewerKind,
  Task,
  TASK_MOVERS,
  TASK_SORTS,
  TaskEdit,
  TaskListQuery,
  TaskRef,
  TaskStatusName,
} from "./tasks/task.ts";
export {
  offeredTaskMoves,
  type TaskEditField,
  taskEditRefusal,
  taskMoveRefusal,
  type TaskStanding,
} from "./tasks/task-access.ts";
export { areChildrenSettled, type ChildState } from "./tasks/task-children.ts";
export { TASK_MOVE_EVENTS } from "./tasks/task-events.ts";
export {
  decideErrorRetry,
  errorFingerprint,
  errorRetryDelayMs,
  isFatalFailure,
  isNetworkFailure,
  type RetryCounts,
  type RetryDecision,
  type RunError,
} from "./tasks/task-retry.ts";
export {
  durationMs,
  type NextCronInstant,
  nextRunAt,
  type ScheduleMoment,
  TaskSchedule,
} from "./tasks/task-schedule.ts";
export {
  ADMIN_TOPICS,
  BOOKKEEPING_EVENTS,
  EVENT_TYPES,
  type EventType,
  isEventWanted,
  isNoteworthy,
  NOTEWORTHY_TOPICS,
  topicOf,
  unknownPattern,
} from "./events/event-types.ts";
export {
  isWebhookSecretText,
  NewWebhook,
  Webhook,
  WebhookAttempt,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from "./webhooks/webhook.ts";
export { visibleText } from "./visible-text.ts";
export { withoutTerminalSequences } from "./terminal-sequences.ts";
