export { createAgent } from "./agents/create-agent.ts";
export { deleteAgent } from "./agents/delete-agent.ts";
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
export { listMailbox, type MailboxEntry, type MailboxView } from "./mailbox/list-mailbox.ts";
export { purgeStaleItems } from "./mailbox/purge-stale-items.ts";
export { countUnread, listNotifications } from "./notifications/list-notifications.ts";
export { markNotificationsRead } from "./notifications/mark-notifications-read.ts";
export { type Notification } from "./notifications/notification-row.ts";
export { authenticateKey } from "./organization/api-keys/authenticate-key.ts";
export { createApiKey, type CreatedApiKey } from "./organization/api-keys/create-api-key.ts";
export { listApiKeys } from "./organization/api-keys/list-api-keys.ts";
export { revokeApiKey } from "./organization/api-keys/revoke-api-key.ts";
export { emergencyStop, resumeOrganization } from "./organization/emergency-stop.ts";
export { getOrganization } from "./organization/get-organization.ts";
export { listMembers } from "./organization/list-members.ts";
export { createSetupToken, isSetUp } from "./organization/setup/create-setup-token.ts";
export { setUp, type SetUp } from "./organization/setup/set-up.ts";
export { createTeam } from "./organization/teams/create-team.ts";
export { listTeams } from "./organization/teams/list-teams.ts";
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
