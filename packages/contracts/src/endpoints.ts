import { agentEndpoints } from "./http/agents.ts";
import { announcementEndpoints } from "./http/announcements.ts";
import { apiKeyEndpoints } from "./http/api-keys.ts";
import { approvalEndpoints } from "./http/approvals.ts";
import { auditEntryEndpoints } from "./http/audit-entries.ts";
import { beatEndpoints } from "./http/beats.ts";
import type { Endpoint } from "./http/define-endpoint.ts";
import { deliverableEndpoints } from "./http/deliverables.ts";
import { demoEndpoints } from "./http/demo.ts";
import { documentEndpoints } from "./http/documents.ts";
import { eventEndpoints } from "./http/events.ts";
import { feedbackEndpoints } from "./http/feedback.ts";
import { llmProviderEndpoints, llmSettingsEndpoints } from "./http/llm-settings.ts";
import { invitationEndpoints } from "./http/invitations.ts";
import { meEndpoints } from "./http/me.ts";
import { nextMoverEndpoints } from "./http/next-movers.ts";
import { memberEndpoints } from "./http/members.ts";
import { modelCallEndpoints } from "./http/model-calls.ts";
import { notificationEndpoints } from "./http/notifications.ts";
import { organizationEndpoints } from "./http/organization.ts";
import { projectEndpoints } from "./http/projects.ts";
import { organizationsEndpoints } from "./http/organizations.ts";
import { runEndpoints } from "./http/runs.ts";
import { scheduleEndpoints } from "./http/schedules.ts";
import { sessionContextEndpoints } from "./http/session-context.ts";
import { sessionEndpoints } from "./http/sessions.ts";
import { sessionActEndpoints } from "./http/session-acts.ts";
import { setupEndpoints } from "./http/setup.ts";
import { standingApprovalEndpoints } from "./http/standing-approvals.ts";
import { signInEndpoints } from "./http/sign-ins.ts";
import { taskTalkEndpoints } from "./http/task-talk.ts";
import { taskEndpoints } from "./http/tasks.ts";
import { teamEndpoints } from "./http/teams.ts";
import { webhookEndpoints } from "./http/webhooks.ts";

type Resource = Readonly<Record<string, Endpoint>>;

/** Every resource of the API. Adding one is its file and one line here. */
const RESOURCES = [
  setupEndpoints,
  signInEndpoints,
  meEndpoints,
  apiKeyEndpoints,
  organizationEndpoints,
  organizationsEndpoints,
  memberEndpoints,
  invitationEndpoints,
  auditEntryEndpoints,
  projectEndpoints,
  standingApprovalEndpoints,
  teamEndpoints,
  agentEndpoints,
  documentEndpoints,
  announcementEndpoints,
  feedbackEndpoints,
  beatEndpoints,
  taskEndpoints,
  taskTalkEndpoints,
  nextMoverEndpoints,
  scheduleEndpoints,
  approvalEndpoints,
  notificationEndpoints,
  deliverableEndpoints,
  runEndpoints,
  sessionEndpoints,
  sessionContextEndpoints,
  modelCallEndpoints,
  sessionActEndpoints,
  llmSettingsEndpoints,
  llmProviderEndpoints,
  demoEndpoints,
  eventEndpoints,
  webhookEndpoints,
] as const satisfies readonly Resource[];

/** Every endpoint. The OpenAPI document, the client and the tenant walk are made from this list. */
export const ENDPOINTS: readonly Endpoint[] = RESOURCES.flatMap((resource: Resource) => Object.values(resource));

type EndpointsOf<R> = R extends unknown ? R[keyof R] : never;

/** Each endpoint with its own types, for a client that names method and path and carries none of the schemas. */
export type KnownEndpoint = EndpointsOf<(typeof RESOURCES)[number]>;
