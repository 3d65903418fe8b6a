export { isConnectionLost } from "@cadre/database";
export { createAgent } from "./agents/create-agent.ts";
export { deleteAgent } from "./agents/delete-agent.ts";
export { listAgentRevisions, restoreAgent } from "./agents/agent-revisions.ts";
export { getAgent } from "./agents/get-agent.ts";
export { listAgents } from "./agents/list-agents.ts";
export { pauseAgent, resumeAgent } from "./agents/pause-agent.ts";
export { updateAgent } from "./agents/update-agent.ts";
export { type Approval } from "./approvals/approval-row.ts";
export { decideApproval } from "./approvals/decide-approval.ts";
export { expireApprovals } from "./approvals/expire-approvals.ts";
export { getApproval } from "./approvals/get-approval.ts";
export { grantStandingApprovals, type StandingAction } from "./approvals/grant-standing-approvals.ts";
export { listApprovals } from "./approvals/list-approvals.ts";
export { listStandingApprovals, type StandingMatch, standingApprovalsOf } from "./approvals/list-standing-approvals.ts";
export { actionHash } from "./approvals/request-approval.ts";
export { revokeStandingApproval } from "./approvals/revoke-standing-approval.ts";
export { type StandingApproval } from "./approvals/standing-row.ts";
export { type BeatDay, countBeats } from "./heartbeats/count-beats.ts";
export { type FiredSlots, fireDueSlots } from "./heartbeats/fire-due-slots.ts";
export { listDailyLog } from "./memory/list-daily-log.ts";
export { listMailbox, type MailboxEntry, type MailboxView } from "./mailbox/list-mailbox.ts";
export { purgeStaleItems } from "./mailbox/purge-stale-items.ts";
export { countUnread, listNotifications } from "./notifications/list-notifications.ts";
export { markNotificationsRead } from "./notifications/mark-notifications-read.ts";
export { type Notification } from "./notifications/notification-row.ts";
export { announce, endAnnouncement, updateAnnouncement } from "./announcements/announce.ts";
export { getAnnouncement, listAnnouncements } from "./announcements/list-announcements.ts";
export { giveFeedback } from "./feedback/give-feedback.ts";
export { type FeedbackFilter, listFeedback } from "./feedback/list-feedback.ts";
export { withdrawFeedback } from "./feedback/withdraw-feedback.ts";
export { changeDocument, restoreDocument } from "./documents/change-document.ts";
export type { DocumentRef } from "./documents/document-row.ts";
export { getDocument } from "./documents/get-document.ts";
export { type DocumentFilter, listDocuments } from "./documents/list-documents.ts";
export { getRevision, listRevisions } from "./documents/list-revisions.ts";
export { authenticateKey, createKeyDesk } from "./organization/api-keys/authenticate-key.ts";
export { createApiKey, type CreatedApiKey } from "./organization/api-keys/create-api-key.ts";
export { listApiKeys } from "./organization/api-keys/list-api-keys.ts";
export { revokeApiKey } from "./organization/api-keys/revoke-api-key.ts";
export { type AuditFilter, listAuditEntries } from "./organization/audit/list-audit-entries.ts";
export { emergencyStop, resumeOrganization } from "./organization/emergency-stop.ts";
export { getOrganization } from "./organization/get-organization.ts";
export { getMe, type Me } from "./organization/get-me.ts";
export { acceptInvitation, joinOrganization } from "./organization/invitations/accept-invitation.ts";
export { createInvitation, type CreatedInvitation } from "./organization/invitations/create-invitation.ts";
export { listInvitations } from "./organization/invitations/list-invitations.ts";
export { previewInvitation } from "./organization/invitations/preview-invitation.ts";
export { revokeInvitation } from "./organization/invitations/revoke-invitation.ts";
export { listMembers } from "./organization/list-members.ts";
export { changeRole } from "./organization/members/change-role.ts";
export { removeMember } from "./organization/members/remove-member.ts";
export { createOrganization } from "./organization/organizations/create-organization.ts";
export { enterOrganization } from "./organization/organizations/enter-organization.ts";
export { listOwnOrganizations, type OwnOrganization } from "./organization/organizations/list-own-organizations.ts";
export { createSetupToken, isSetUp } from "./organization/setup/create-setup-token.ts";
export { setUp, type SetUp } from "./organization/setup/set-up.ts";
export { authenticateSignIn } from "./organization/sign-ins/authenticate-sign-in.ts";
export { changeEmail, renamePerson } from "./organization/sign-ins/change-account.ts";
export { changePassword } from "./organization/sign-ins/change-password.ts";
export {
  createOperatorLink,
  createSignInLink,
  type CreatedSignInLink,
} from "./organization/sign-ins/create-sign-in-link.ts";
export { endAllSignIns, endSignIn } from "./organization/sign-ins/end-sign-ins.ts";
export { listSignIns } from "./organization/sign-ins/list-sign-ins.ts";
export { openSignIn, type PersonActor, type SignedIn } from "./organization/sign-ins/open-sign-in.ts";
export { signIn } from "./organization/sign-ins/sign-in.ts";
export { takeSignInLink } from "./organization/sign-ins/take-sign-in-link.ts";
export { createTeam } from "./organization/teams/create-team.ts";
export { deleteTeam } from "./organization/teams/delete-team.ts";
export { getTeam } from "./organization/teams/get-team.ts";
export { listTeams } from "./organization/teams/list-teams.ts";
export { type TeamChange, updateTeam } from "./organization/teams/update-team.ts";
export { updateOrganization } from "./organization/update-organization.ts";
export { type Page, type PageRequest } from "./page.ts";
export { createProject } from "./projects/create-project.ts";
export { getProject } from "./projects/get-project.ts";
export { listProjects } from "./projects/list-projects.ts";
export { updateProject } from "./projects/update-project.ts";
export { type BlobStore, createBlobStore } from "./blobs/blob-store.ts";
export { type Doorbell, type EngineDeps } from "./engine-deps.ts";
export { type IdempotentRequest } from "./idempotency/stored-response.ts";
export { purgeIdempotencyKeys } from "./idempotency/purge-keys.ts";
export { type OnceCaller, transactOnce } from "./idempotency/transact-once.ts";
export { bindTransaction, transact } from "./open-transaction.ts";
export { type ClaimRef, staleFence } from "./claim.ts";
export { createBudgetGate } from "./models/budget-gate.ts";
export { createDeltaWriter, type Delta, type DeltaWriter, purgeDeltas } from "./models/delta-writer.ts";
export { type CallDiff, diffModelCalls } from "./models/inspection/diff-model-calls.ts";
export { getPromptText, type PromptTextView } from "./models/inspection/get-prompt-text.ts";
export { type CallReceipt, getCallReceipt, type ReceiptView } from "./models/inspection/get-receipt.ts";
export { type ModelCallLine } from "./models/inspection/model-call-line.ts";
export { listModelCallsOfRun, listModelCallsOfSession } from "./models/inspection/list-model-calls.ts";
export { createLedger, settleLostCalls } from "./models/ledger.ts";
export { type SpendAccount } from "./models/spend-account.ts";
export { chooseAgentModel, chooseDefaultModel } from "./settings/choose-model.ts";
export { createLlmProvider } from "./settings/create-llm-provider.ts";
export { deleteLlmProvider } from "./settings/delete-llm-provider.ts";
export { getLlmSettings } from "./settings/get-llm-settings.ts";
export { listLlmModels } from "./settings/list-llm-models.ts";
export { createLlmDeps, createLlmTestDeps, type LlmDeps, type LlmTestDeps } from "./settings/llm-deps.ts";
export { type ModelHosts } from "./settings/model-address.ts";
export { getLlmProvider } from "./settings/read-llm-provider.ts";
export { resolveTargets } from "./settings/resolve-targets.ts";
export { testLlmProvider } from "./settings/test-llm-provider.ts";
export { updateLlmProvider } from "./settings/update-llm-provider.ts";
export { type Alongside, type AttemptEnd, type EndedRun, type RunFailure } from "./runs/attempt-end.ts";
export {
  awaitApproval,
  type CallRef,
  type CallResult,
  callsWithOutcome,
  type EndedCall,
  finishCall,
  type OpenCall,
  openCalls,
  refuseCall,
  startCall,
} from "./runs/call-journal.ts";
export { type ClaimAsk, claimRun } from "./runs/claim-run.ts";
export { type ClaimedRun } from "./runs/claimed-run.ts";
export { endAttempt } from "./runs/end-attempt.ts";
export { executeHint, type HintHost } from "./runs/execute-hint.ts";
export { fenced } from "./runs/fenced.ts";
export { type ActivityFilter, type HappenedEvent, listActivity } from "./outbox/list-activity.ts";
export { getRun, requireRun, type RunDetail } from "./runs/get-run.ts";
export { listToolCalls } from "./runs/list-tool-calls.ts";
export { type ToolCallView } from "./runs/run-calls.ts";
export { listRuns, type RunQuery } from "./runs/list-runs.ts";
export { type RunView } from "./runs/run-view.ts";
export { type Beat, type LiveWorker, type SegmentControl, startWorker } from "./runs/live-worker.ts";
export { createNoOpStep } from "./runs/no-op-step.ts";
export { reconcile, type ReconcileReport } from "./runs/reconcile.ts";
export { type CallEffect, recordReply, type RecordedCall, type ReplyToRecord } from "./runs/record-reply.ts";
export { INTERRUPTED_CALL, type RecoveredCalls, recoverCalls } from "./runs/recover-calls.ts";
export { releaseLost } from "./runs/release-lost.ts";
export { runSegment, type SegmentEnd } from "./runs/run-segment.ts";
export { type Step, type StepEnd } from "./runs/step-end.ts";
export {
  type HeldClaim,
  registerWorker,
  releaseWorkerProcess,
  type Renewal,
  renewWorker,
  stopWorker,
  type WorkerIdentity,
} from "./runs/workers.ts";
export { appendEntry, type FencedEntry } from "./sessions/append-fenced.ts";
export { archiveSession, deleteSession, unarchiveSession } from "./sessions/archive-session.ts";
export { createSession, type NewSession } from "./sessions/create-session.ts";
export { type Fork, forkSession } from "./sessions/fork-session.ts";
export { getEntry } from "./sessions/get-entry.ts";
export { type HistoryLine } from "./sessions/history-line.ts";
export { listHistory } from "./sessions/list-history.ts";
export { getSession, listSessions } from "./sessions/get-session.ts";
export { getSessionTree, type SessionTree } from "./sessions/get-session-tree.ts";
export { labelEntry, pinEntry } from "./sessions/mark-entries.ts";
export { moveSessionHead, restoreSession, revertSession } from "./sessions/move-head.ts";
export { readToolResult, type ToolResultView } from "./sessions/results/read-tool-result.ts";
export { exportSession, type SessionExport } from "./sessions/transfer/export-session.ts";
export { importSession, type SessionImport } from "./sessions/transfer/import-session.ts";
export { updateMetadata } from "./sessions/update-metadata.ts";
export { type SessionView } from "./sessions/session-view.ts";
export { renameSession } from "./sessions/rename-session.ts";
export { type EntryView, listEntries, listEntriesOfRun } from "./sessions/list-entries.ts";
export { entriesSince, loadSession, type StoredEntry } from "./sessions/load-session.ts";
export {
  type ApprovalRequest,
  type ApprovalWrites,
  type MailboxWrites,
  type NotificationInput,
  type NotificationWrites,
  type OpenWait,
  type PostedItem,
  type QueueRun,
  type RunTrouble,
  type RunWrites,
  type SessionWrites,
  type TaskSummary,
  type TaskWrites,
  type Transaction,
} from "./transaction.ts";
export { JOBS } from "./jobs.ts";
export { defineJob, type Job } from "./jobs/define-job.ts";
export { type JobFailure, serveJobs } from "./jobs/serve-jobs.ts";
export { createAgentTools, ENGINE_TOOLS } from "./tool-catalog.ts";
export { type ContextView, getSessionContext } from "./turns/context/context-view.ts";

export { type TurnDeps } from "./turns/turn-deps.ts";
export { type CompactionSettings } from "./turns/context/compaction-policy.ts";
export { createTurnStep } from "./turns/turn-step.ts";
export { type DemoPreview, previewDemo, startDemo, type StartedDemo } from "./demo/start-demo.ts";
export {
  type CheckOutcome,
  type CheckRunner,
  type CheckSubject,
  type EngineToolContext,
} from "./engine-tool-context.ts";
export { createCheckRunner } from "./tasks/checks/check-runner.ts";
export { createTask } from "./tasks/create/create-task.ts";
export { type AssignInput, assignTask } from "./tasks/edit/assign-task.ts";
export { editTask, type TaskEditInput } from "./tasks/edit/edit-task.ts";
export { startNewRound } from "./tasks/edit/start-new-round.ts";
export { getTask } from "./tasks/get-task.ts";
export {
  type BoardEntry,
  listComments,
  listNextMovers,
  listNotes,
  listTransitions,
  pageComments,
  pageNotes,
  pageTransitions,
} from "./tasks/list-task-records.ts";
export { listTasks } from "./tasks/list-tasks.ts";
export { makeTaskMove, type TaskMoveInput } from "./tasks/moves/make-task-move.ts";
export { fireDueTasks } from "./tasks/schedule/fire-due-tasks.ts";
export { previewSchedule } from "./tasks/schedule/preview-schedule.ts";
export { runScheduleNow } from "./tasks/schedule/run-schedule-now.ts";
export { staggerOverdueTasks } from "./tasks/schedule/stagger-overdue-tasks.ts";
export { addSubtask, cancelSubtask, completeSubtask, listSubtasks } from "./tasks/subtasks/edit-subtasks.ts";
export { archiveOldTasks } from "./tasks/sweeps/archive-old-tasks.ts";
export { failTimedOutTasks } from "./tasks/sweeps/fail-timed-out-tasks.ts";
export { repairNextMovers } from "./tasks/sweeps/repair-next-movers.ts";
export { type CheckedSubmit, storeSubmit } from "./tasks/submits/store-submit.ts";
export { commentOnTask } from "./tasks/talk/comment-on-task.ts";
export { noteOnTask } from "./tasks/talk/note-on-task.ts";
export { type DeliverableQuery, listDeliverables } from "./deliverables/list-deliverables.ts";
export { type DeliverableFile, readDeliverable } from "./deliverables/read-deliverable.ts";
export { addLink } from "./deliverables/add-link.ts";
export { getDeliverable } from "./deliverables/get-deliverable.ts";
export { readSubmitFile, type SubmitFile } from "./tasks/submits/read-submit-file.ts";
export { createFileSecretBox, type SecretBox } from "./secret-box.ts";
export { claimTries, type UnderWay, type WebhookTry } from "./webhooks/claim-tries.ts";
export { createWebhook, type CreatedWebhook } from "./webhooks/create-webhook.ts";
export { deleteWebhook } from "./webhooks/delete-webhook.ts";
export { getDelivery, listDeliveries } from "./webhooks/list-deliveries.ts";
export { getWebhook, listWebhooks } from "./webhooks/list-webhooks.ts";
export { addressIn, isAllowedHost, isPublicAddress } from "./public-address.ts";
export { queueDeliveries } from "./webhooks/queue-deliveries.ts";
export { replayDelivery, testWebhook } from "./webhooks/replay-delivery.ts";
export { replayFailed, type ReplayedFailures } from "./webhooks/replay-failed.ts";
export { rotateWebhookSecret } from "./webhooks/rotate-secret.ts";
export { settleTry, type TryOutcome } from "./webhooks/settle-try.ts";
export { updateWebhook } from "./webhooks/update-webhook.ts";
