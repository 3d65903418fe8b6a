export { ENDPOINTS, type KnownEndpoint } from "./endpoints.ts";
export { agentEndpoints } from "./http/agents.ts";
export { announcementEndpoints } from "./http/announcements.ts";
export { apiKeyEndpoints } from "./http/api-keys.ts";
export { approvalEndpoints } from "./http/approvals.ts";
export { auditEntryEndpoints } from "./http/audit-entries.ts";
export { beatEndpoints } from "./http/beats.ts";
export {
  defineEndpoint,
  type Endpoint,
  type EndpointFault,
  type EndpointInput,
  type EndpointOutput,
  type HttpMethod,
} from "./http/define-endpoint.ts";
export { deliverableEndpoints } from "./http/deliverables.ts";
export { documentEndpoints } from "./http/documents.ts";
export { demoEndpoints } from "./http/demo.ts";
export { Event, eventEndpoints } from "./http/events.ts";
export { feedbackEndpoints } from "./http/feedback.ts";
export { llmProviderEndpoints, llmSettingsEndpoints } from "./http/llm-settings.ts";
export { invitationEndpoints } from "./http/invitations.ts";
export { meEndpoints } from "./http/me.ts";
export { nextMoverEndpoints } from "./http/next-movers.ts";
export { notificationEndpoints } from "./http/notifications.ts";
export { memberEndpoints } from "./http/members.ts";
export { organizationEndpoints } from "./http/organization.ts";
export { Problem } from "./http/problem.ts";
export { projectEndpoints } from "./http/projects.ts";
export { organizationsEndpoints } from "./http/organizations.ts";
export { runEndpoints } from "./http/runs.ts";
export { scheduleEndpoints } from "./http/schedules.ts";
export { modelCallEndpoints } from "./http/model-calls.ts";
export { sessionContextEndpoints } from "./http/session-context.ts";
export { sessionActEndpoints } from "./http/session-acts.ts";
export { sessionEndpoints } from "./http/sessions.ts";
export { setupEndpoints } from "./http/setup.ts";
export { standingApprovalEndpoints } from "./http/standing-approvals.ts";
export { taskTalkEndpoints } from "./http/task-talk.ts";
export { signInEndpoints } from "./http/sign-ins.ts";
export { taskEndpoints } from "./http/tasks.ts";
export { teamEndpoints } from "./http/teams.ts";
export { webhookEndpoints } from "./http/webhooks.ts";
export { NAMED_SCHEMAS } from "./named-schemas.ts";
