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
export type {
  BundleHashes,
  BundleOptions,
  BundleReceipt,
  BundleResult,
  ContextBundle,
  OverBudget,
  SectionReceipt,
} from "./context-bundle.ts";
export { problemsOf } from "./messages/problems-of.ts";
export { type Repair, type RepairRule, sanitise, type Sanitised } from "./messages/sanitise.ts";
export type { CompactionDue, PreparationReport, Prepared, TooLarge } from "./preparation/prepare-history.ts";
export type { Capped } from "./preparation/cap-texts.ts";
export { calibratedCounter, calibrationOf, type UsageReport } from "./tokens/calibrated-counter.ts";
export { encodingOf, type Encoding } from "./tokens/encoding-of.ts";
export { entryTokens, type StoredTokens } from "./tokens/entry-tokens.ts";
export { loadExactCounter } from "./tokens/exact-counter.ts";
export { project } from "./projection/project.ts";
export type { Shortened } from "./projection/shown-result.ts";
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
export { buildSystemPrompt, type RenderedSection, type SystemPrompt } from "./sections/build-system-prompt.ts";
