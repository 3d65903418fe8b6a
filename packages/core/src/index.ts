export type {
  CheckFacts,
  CheckResultFacts,
  GroupMessageFacts,
  HandedOverFacts,
  HeartbeatFacts,
  HeartbeatTaskFacts,
  ReflectionFacts,
  RelatedTaskFacts,
  RemarkFacts,
  ReviewRequestFacts,
  TaskBriefFacts,
} from "./briefs/brief-facts.ts";
export {
  describedAs,
  type InterruptedFacts,
  type LiftedFacts,
  renderChildrenDone,
  renderContinue,
  renderInterrupted,
  renderLifted,
  renderNotSubmitted,
  renderReflectionCheckpoint,
  renderSubmitReminder,
} from "./briefs/engine-notes.ts";
export { renderGroupMessage } from "./briefs/group-message.ts";
export { HEARTBEAT_OK, renderHeartbeat } from "./briefs/heartbeat.ts";
export { renderReflection } from "./briefs/reflection.ts";
export { renderReviewRequest } from "./briefs/review-request.ts";
export { renderTaskBrief } from "./briefs/task-brief.ts";
export { type Budget, type ModelLimits, planBudget } from "./budget/budget.ts";
export { estimateTokens, type TokenCounter } from "./budget/estimate-tokens.ts";
export type { Trimmed } from "./budget/trim-units.ts";
export { buildBundle } from "./build-bundle.ts";
export { describeCacheBreak } from "./cache/cache-break.ts";
export type { CacheBreak, CacheMark, CacheReceipt } from "./cache/cache-receipt.ts";
export {
  cachedEstimate,
  type CachedEstimate,
  type MeteredRequest,
  prefixPrint,
  type PrefixPrint,
} from "./cache/prefix-meter.ts";
export type {
  BundleHashes,
  BundleOptions,
  BundleResult,
  ContextBundle,
  OverBudget,
  PromptText,
} from "./context-bundle.ts";
export { CONTEXT_EXAMPLES, type ContextExample, contextOf } from "./golden/context-examples.ts";
export { problemsOf } from "./messages/problems-of.ts";
export { type Repair, type RepairRule, sanitise, type Sanitised } from "./messages/sanitise.ts";
export { createHistoryMemory, type HistoryMemory } from "./preparation/history-memory.ts";
export {
  type CompactionDue,
  type PreparationReport,
  type Prepared,
  type PreparationOptions,
  prepareHistory,
  type TooLarge,
} from "./preparation/prepare-history.ts";
export { type History, type HistoryOptions, readHistory } from "./preparation/read-history.ts";
export type { Capped } from "./preparation/cap-texts.ts";
export { headOf, tailOf } from "./text/cut-text.ts";
export { type CompactionState, parsedState, STATE_LISTS, type StateList } from "./compaction/compaction-state.ts";
export {
  compactionEntry,
  type CompactionOptions,
  type CompactionPlan,
  type CompactionPolicy,
  planCompaction,
} from "./compaction/plan-compaction.ts";
export { proseOf, type SummaryRequest } from "./compaction/summary-request.ts";
export { calibratedCounter, calibrationOf, type UsageReport } from "./tokens/calibrated-counter.ts";
export { encodingOf, type Encoding } from "./tokens/encoding-of.ts";
export { entryTokens, type StoredTokens } from "./tokens/entry-tokens.ts";
export { loadExactCounter } from "./tokens/exact-counter.ts";
export { project } from "./projection/project.ts";
export { RESULT_TOOL, type Shortened } from "./projection/shown-result.ts";
export type {
  AgentFacts,
  ColleagueFacts,
  EnvironmentFacts,
  KnowledgeFacts,
  OrganizationFacts,
  PersonFacts,
  PromptFacts,
  PromptProfile,
  RegisteredTool,
  StableFacts,
  TeamFacts,
} from "./prompt-facts.ts";
export type {
  ActivatedSkillFacts,
  AnnouncementFacts,
  AvailableSkillsFacts,
  BoardTaskFacts,
  ChannelFacts,
  ConversationFacts,
  DeliverableFacts,
  FeedbackFacts,
  MailboxFacts,
  NotebookFacts,
  ProjectFacts,
  RequirementFacts,
  SenderFacts,
  SituationFacts,
  SkillFacts,
  TaskBoardFacts,
  TaskPriority,
} from "./situation-facts.ts";
export { budgetWords } from "./receipts/budget-words.ts";
export { diffReceipts, type ReceiptDiff, type SectionDiff } from "./receipts/diff-receipts.ts";
export { type ReceiptChange, receiptChanges } from "./receipts/receipt-changes.ts";
export type { BundleReceipt, CompactedReceipt, SectionReceipt } from "./receipts/receipt.ts";
export { parseReceipt, RECEIPT_VERSION } from "./receipts/stored-receipt.ts";
export { buildSystemPrompt, type RenderedSection, type SystemPrompt } from "./sections/build-system-prompt.ts";
