import type { World } from "./world.fixture.ts";

/** One request that an endpoint accepts in a furnished organization. */
export type Call = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Where the version is read that `If-Match` names. */
  readonly versionAt?: string;
};

/**
 * A good call for every endpoint, by id. They can be made one after another in the order of the list of endpoints: what one of them
 * destroys, no later one needs.
 */
export const CALLS: Readonly<Record<string, (world: World) => Call>> = {
  "setup.create": (w) => ({
    body: {
      token: w.setupToken,
      name: "Ada",
      email: "ada@example.test",
      password: "a long sentence",
      timeZone: "Europe/London",
    },
  }),
  "sign-ins.create": (w) => ({ body: { email: w.ownerEmail, password: "a long sentence" } }),
  "sign-ins.end": () => ({ body: {} }),
  "sign-ins.end-all": () => ({ body: {} }),
  "sign-ins.list": () => ({}),
  "sign-ins.end-one": (w) => ({ params: pick(w, "signInId") }),
  "sign-in-links.use": (w) => ({ body: { token: w.linkToken, password: "another sentence" } }),
  "me.get": () => ({}),
  "me.rename": () => ({ body: { name: "Oda" } }),
  "me.change-email": () => ({ body: { email: "oda@example.test", currentPassword: "a long sentence" } }),
  "me.change-password": () => ({ body: { currentPassword: "a long sentence", newPassword: "a longer sentence" } }),
  "api-keys.list": () => ({ query: { limit: "2" } }),
  "api-keys.create": () => ({ body: { name: "CI", role: "member", expiresAt: "2999-01-01T00:00:00Z" } }),
  "api-keys.revoke": (w) => ({ params: pick(w, "apiKeyId") }),
  "organization.get": () => ({}),
  "organization.update": () => ({ body: { contextText: "We build engines." }, versionAt: "/organization" }),
  "organization.list-members": () => ({}),
  "organizations.list": () => ({}),
  "organizations.create": () => ({ body: { name: "Branch office" } }),
  "organizations.enter": (w) => ({ params: pick(w, "organizationId"), body: {} }),
  "members.change-role": (w) => ({ params: { personId: w.colleagueId ?? "" }, body: { role: "admin" } }),
  "members.remove": (w) => ({ params: { personId: w.leaverId ?? "" } }),
  "members.create-sign-in-link": (w) => ({ params: { personId: w.colleagueId ?? "" }, body: {} }),
  "invitations.list": () => ({}),
  "invitations.create": () => ({ body: { role: "viewer", email: "grace@example.test" } }),
  "invitations.revoke": (w) => ({ params: pick(w, "invitationId") }),
  "invitations.preview": (w) => ({ body: { token: w.invitationToken } }),
  "invitations.accept": (w) => ({
    body: { token: w.invitationToken, email: "joan@example.test", name: "Joan", password: "a long sentence" },
  }),
  "invitations.join": (w) => ({ body: { token: w.elsewhereToken } }),
  "audit-entries.list": (w) => ({ query: { actorId: w.ownerId ?? "", action: "task." } }),
  "organization.emergency-stop": () => ({ body: {} }),
  "organization.resume": () => ({ body: {} }),
  "projects.list": () => ({}),
  "projects.create": () => ({ body: { key: "NEW", name: "New", repositories: [{ location: "/srv/new" }] } }),
  "projects.get": (w) => ({ params: pick(w, "projectId") }),
  "projects.update": (w) => ({
    params: pick(w, "projectId"),
    body: { description: "Work." },
    versionAt: `/projects/${w.projectId}`,
  }),
  "standing-approvals.list": (w) => ({ params: pick(w, "projectId") }),
  "standing-approvals.grant": (w) => ({
    params: pick(w, "projectId"),
    body: { actions: [{ tool: "shell_execute", action: "npm test" }] },
  }),
  "standing-approvals.revoke": (w) => ({ params: pick(w, "standingApprovalId") }),
  "teams.list": () => ({}),
  "teams.create": (w) => ({ body: { name: "Store", managerAgentId: w.managerId } }),
  "teams.get": (w) => ({ params: pick(w, "teamId") }),
  "teams.update": (w) => ({
    params: pick(w, "teamId"),
    body: { managerAgentId: w.managerId, normsText: "Show your working." },
    versionAt: `/teams/${w.teamId}`,
  }),
  "teams.delete": (w) => ({ params: { teamId: w.spareTeamId ?? "" } }),
  "agents.list": (w) => ({ query: pick(w, "teamId") }),
  "agents.create": (w) => ({
    body: { name: "Bob", teamId: w.teamId, managerId: w.managerId, schedule: { cron: "0 9 * * 1-5" } },
  }),
  "agents.get": (w) => ({ params: { agentId: w.workerId ?? "" } }),
  "agents.update": (w) => ({
    params: { agentId: w.workerId ?? "" },
    body: { teamId: w.teamId, managerId: w.managerId, skills: ["sums"] },
    versionAt: `/agents/${w.workerId}`,
  }),
  "agents.list-daily-log": (w) => ({ params: { agentId: w.workerId ?? "" }, query: { day: "2026-11-30" } }),
  "agents.list-revisions": (w) => ({ params: { agentId: w.workerId ?? "" } }),
  "agents.restore": (w) => ({
    params: { agentId: w.workerId ?? "" },
    body: { number: 1 },
    versionAt: `/agents/${w.workerId}`,
  }),
  "agents.delete": (w) => ({ params: { agentId: w.idleAgentId ?? "" } }),
  "agents.pause": (w) => ({ params: { agentId: w.workerId ?? "" }, body: {} }),
  "agents.resume": (w) => ({ params: { agentId: w.workerId ?? "" }, body: {} }),
  "agents.mailbox": (w) => ({ params: { agentId: w.workerId ?? "" } }),
  "beats.list": () => ({ query: { days: "30" } }),
  "beats.list-of-agent": (w) => ({ params: { agentId: w.workerId ?? "" } }),
  "documents.list": () => ({ query: { kind: "role" } }),
  "documents.get": (w) => ({ params: { kind: "role", ownerId: w.workerId ?? "" } }),
  "documents.change": (w) => ({
    params: { kind: "role", ownerId: w.workerId ?? "" },
    body: { text: "You add figures up.", reason: "Said shortly." },
    versionAt: `/documents/role/${w.workerId}`,
  }),
  "documents.list-revisions": (w) => ({ params: { kind: "norms", ownerId: w.teamId ?? "" } }),
  "documents.get-revision": (w) => ({ params: { kind: "role", ownerId: w.reviewerId ?? "", number: "1" } }),
  "documents.restore": (w) => ({
    params: { kind: "role", ownerId: w.reviewerId ?? "" },
    body: { number: 1 },
    versionAt: `/documents/role/${w.reviewerId}`,
  }),
  "announcements.list": () => ({ query: { onlyInForce: "true" } }),
  "announcements.create": (w) => ({
    body: {
      text: "The store is closed.",
      audience: { kind: "team", teamId: w.teamId },
      endsAt: "2999-01-01T00:00:00Z",
    },
  }),
  "announcements.get": (w) => ({ params: pick(w, "announcementId") }),
  "announcements.update": (w) => ({
    params: pick(w, "announcementId"),
    body: { text: "The store is open.", audience: { kind: "agent", agentId: w.workerId } },
    versionAt: `/announcements/${w.announcementId}`,
  }),
  "announcements.end": (w) => ({ params: pick(w, "announcementId"), body: {} }),
  "feedback.list": (w) => ({ query: { agentId: w.workerId ?? "" } }),
  "feedback.give": (w) => ({ body: { deliverableId: w.deliverableId, rating: 5, text: "Well said." } }),
  "feedback.withdraw": (w) => ({ params: pick(w, "feedbackId") }),
  "tasks.list": (w) => ({ query: { ...pick(w, "projectId"), status: "in_progress,blocked", sort: "priority" } }),
  "tasks.create": (w) => ({
    body: {
      projectId: w.projectId,
      title: "Split off",
      assigneeId: w.workerId,
      reviewerId: w.reviewerId,
      parentId: w.taskId,
      blockerIds: [w.blockerId],
      subtasks: ["one"],
    },
  }),
  "tasks.get": (w) => ({ params: pick(w, "taskId") }),
  "tasks.update": (w) => ({
    params: { taskId: w.movableTaskId ?? "" },
    body: { priority: "urgent", reviewerKind: "person", reviewerId: w.memberId, blockerIds: [w.blockerId] },
    versionAt: `/tasks/${w.movableTaskId}`,
  }),
  "tasks.move": (w) => ({ params: { taskId: w.movableTaskId ?? "" }, body: { move: "cancel", note: "Not now." } }),
  "tasks.assign": (w) => ({ params: pick(w, "taskId"), body: { agentId: w.spareAgentId } }),
  "tasks.start-new-round": (w) => ({ params: pick(w, "taskId"), body: { note: "Begin again." } }),
  "tasks.pause-schedule": (w) => ({ params: { taskId: w.scheduledTaskId ?? "" }, body: {} }),
  "tasks.resume-schedule": (w) => ({ params: { taskId: w.scheduledTaskId ?? "" }, body: {} }),
  "tasks.run-schedule-now": (w) => ({ params: { taskId: w.scheduledTaskId ?? "" }, body: {} }),
  "tasks.list-comments": (w) => ({ params: pick(w, "taskId") }),
  "tasks.comment": (w) => ({
    params: pick(w, "taskId"),
    body: { text: "Well?", replyToId: w.commentId, mentions: [w.memberId] },
  }),
  "tasks.list-notes": (w) => ({ params: pick(w, "taskId") }),
  "tasks.note": (w) => ({ params: pick(w, "taskId"), body: { text: "Quantities are in dozens." } }),
  "tasks.list-transitions": (w) => ({ params: pick(w, "taskId"), query: { limit: "1" } }),
  "tasks.list-subtasks": (w) => ({ params: pick(w, "taskId") }),
  "tasks.add-subtask": (w) => ({ params: pick(w, "taskId"), body: { title: "three" } }),
  "tasks.complete-subtask": (w) => ({ params: pick(w, "taskId", "subtaskId"), body: {} }),
  "tasks.cancel-subtask": (w) => ({
    params: { taskId: w.taskId ?? "", subtaskId: w.otherSubtaskId ?? "" },
    body: { reason: "Not needed." },
  }),
  "tasks.list-dependencies": (w) => ({ params: pick(w, "taskId") }),
  "tasks.set-dependencies": (w) => ({
    params: pick(w, "taskId"),
    body: { blockerIds: [w.blockerId] },
    versionAt: `/tasks/${w.taskId}`,
  }),
  "next-movers.list": () => ({}),
  "schedules.preview": () => ({ body: { schedule: { every: "4h" } } }),
  "approvals.list": () => ({ query: { status: "pending" } }),
  "approvals.get": (w) => ({ params: pick(w, "approvalId") }),
  "approvals.approve": (w) => ({ params: pick(w, "approvalId"), body: { comment: "Go ahead." } }),
  "approvals.reject": (w) => ({ params: { approvalId: w.otherApprovalId ?? "" }, body: {} }),
  "approvals.decide": (w) => ({
    params: { approvalId: w.questionId ?? "" },
    body: { decision: "choose", optionId: "blue" },
  }),
  "notifications.list": () => ({ query: { onlyUnread: "true" } }),
  "notifications.count-unread": () => ({}),
  "notifications.mark-read": (w) => ({ body: { ids: [w.notificationId] } }),
  "deliverables.list": (w) => ({ query: { ...pick(w, "taskId"), search: "greeting" } }),
  "deliverables.add-link": (w) => ({
    body: { url: "https://example.com/report", title: "Report", taskId: w.taskId, projectId: w.projectId },
  }),
  "deliverables.list-of-task": (w) => ({ params: pick(w, "taskId") }),
  "deliverables.get": (w) => ({ params: pick(w, "deliverableId") }),
  "deliverables.download": (w) => ({ params: pick(w, "deliverableId") }),
  "submits.download": (w) => ({ params: pick(w, "taskId", "submitId"), query: { path: "out/hello.txt" } }),
  "runs.list": (w) => ({ query: { ...pick(w, "taskId"), status: "queued,running" } }),
  "runs.list-of-task": (w) => ({ params: pick(w, "taskId") }),
  "activity.list": () => ({ query: { topic: "task" } }),
  "runs.get": (w) => ({ params: pick(w, "runId") }),
  "runs.list-tool-calls": (w) => ({ params: pick(w, "runId") }),
  "sessions.list": (w) => ({ query: { agentId: w.reviewerId ?? "" } }),
  "sessions.get": (w) => ({ params: pick(w, "sessionId") }),
  "sessions.list-entries": (w) => ({ params: pick(w, "sessionId"), query: { onBranch: "true" } }),
  "sessions.get-context": (w) => ({ params: pick(w, "sessionId"), query: { messages: "true" } }),
  "sessions.list-history": (w) => ({ params: pick(w, "sessionId") }),
  "sessions.get-entry": (w) => ({ params: pick(w, "sessionId", "entryId") }),
  "model-calls.list-of-session": (w) => ({ params: pick(w, "sessionId") }),
  "model-calls.list-of-run": (w) => ({ params: pick(w, "runId") }),
  "model-calls.get-receipt": (w) => ({ params: { callId: w.modelCallId ?? "" } }),
  "model-calls.diff": (w) => ({ params: { callId: w.modelCallId ?? "", otherCallId: w.otherModelCallId ?? "" } }),
  "prompt-texts.get": (w) => ({ params: { hash: w.promptTextHash ?? "" } }),
  "sessions.get-tree": (w) => ({ params: talkOf(w) }),
  "sessions.get-tool-result": (w) => ({ params: { ...talkOf(w), callId: "call_7" }, query: { lines: "1" } }),
  "sessions.create": (w) => ({
    body: { agentId: w.reviewerId, key: "a talk", title: "A talk", metadata: { harnessIntroduction: "You are Ada." } },
  }),
  "sessions.fork": (w) => ({
    params: talkOf(w),
    body: { entryId: w.talkEntryId, position: "at", title: "Another way" },
  }),
  "sessions.export": (w) => ({ params: talkOf(w) }),
  "sessions.import": (w) => ({ body: { agentId: w.reviewerId, file: SESSION_FILE } }),
  "sessions.rename": (w) => ({ params: talkOf(w), body: { title: "The talk" }, versionAt: talkAt(w) }),
  "sessions.update-metadata": (w) => ({ params: talkOf(w), body: { values: { mood: "calm" } }, versionAt: talkAt(w) }),
  "sessions.pin": (w) => ({
    params: talkOf(w),
    body: { entryId: w.talkEntryId, isPinned: true },
    versionAt: talkAt(w),
  }),
  "sessions.label": (w) => ({ params: talkOf(w), body: { entryId: w.talkEntryId, label: "start" } }),
  "sessions.move-head": (w) => ({ params: talkOf(w), body: { entryId: w.talkEntryId, summary: "Tried." } }),
  "sessions.revert": (w) => ({ params: talkOf(w), body: { entryId: w.talkEntryId }, versionAt: talkAt(w) }),
  "sessions.restore": (w) => ({ params: talkOf(w), body: {}, versionAt: talkAt(w) }),
  "sessions.archive": (w) => ({ params: talkOf(w), body: {} }),
  "sessions.unarchive": (w) => ({ params: talkOf(w), body: {} }),
  "sessions.delete": (w) => ({ params: talkOf(w) }),
  "runs.list-entries": (w) => ({ params: pick(w, "runId") }),
  "llm-settings.get": () => ({}),
  "llm-settings.choose-default": (w) => ({ body: { providerId: w.llmProviderId, model: "llama-9" } }),
  "llm-settings.clear-default": () => ({}),
  "llm-settings.choose-for-agent": (w) => ({
    params: { agentId: w.workerId ?? "" },
    body: { providerId: w.llmProviderId, model: "llama-9" },
  }),
  "llm-settings.clear-for-agent": (w) => ({ params: { agentId: w.workerId ?? "" } }),
  "llm-providers.create": () => ({ body: { kind: "openai", name: "New", apiKey: "sk-0123456789abcdef" } }),
  "llm-providers.get": (w) => ({ params: pick(w, "llmProviderId") }),
  "llm-providers.update": (w) => ({
    params: pick(w, "llmProviderId"),
    body: { name: "Renamed" },
    versionAt: `/settings/llm/providers/${w.llmProviderId}`,
  }),
  "llm-providers.delete": (w) => ({ params: { llmProviderId: w.spareLlmProviderId ?? "" } }),
  "llm-providers.test": (w) => ({ params: pick(w, "llmProviderId"), body: { model: "llama-9" } }),
  "llm-providers.list-models": (w) => ({ params: pick(w, "llmProviderId") }),
  "demo.preview": () => ({}),
  "demo.start": () => ({ body: {} }),
  "events.stream": () => ({ query: { topics: "task" } }),
  "event-types.list": () => ({}),
  "runs.stream": (w) => ({ params: pick(w, "runId") }),
  "webhooks.list": () => ({ query: { limit: "1" } }),
  "webhooks.create": () => ({ body: { url: "https://hooks.example.com/new", eventTypes: ["task.*"] } }),
  "webhooks.get": (w) => ({ params: pick(w, "webhookId") }),
  "webhooks.update": (w) => ({
    params: pick(w, "webhookId"),
    body: { description: "For the shop." },
    versionAt: `/webhooks/${w.webhookId}`,
  }),
  "webhooks.rotate-secret": (w) => ({ params: pick(w, "webhookId"), body: {} }),
  "webhooks.test": (w) => ({ params: pick(w, "webhookId"), body: {} }),
  "webhooks.list-deliveries": (w) => ({ params: pick(w, "webhookId"), query: { status: "queued" } }),
  "webhooks.get-delivery": (w) => ({ params: pick(w, "webhookId", "deliveryId") }),
  "webhooks.replay-failed": (w) => ({ params: pick(w, "webhookId"), body: { since: "2026-01-01T00:00:00Z" } }),
  "webhooks.replay": (w) => ({ params: pick(w, "webhookId", "deliveryId"), body: {} }),
  "webhooks.delete": (w) => ({ params: { webhookId: w.spareWebhookId ?? "" } }),
};

/** An exported session without entries. */
const SESSION_FILE = [
  '{"createdAt":"2026-01-01T00:00:00.000Z","entries":0,"exportedAt":"2026-01-02T00:00:00.000Z","format":1,"headEntryId":null,"id":"ses_elsewhere","isHumanFacing":true,"kind":"chat","metadata":{"mood":"calm"},"sha256":"3a4f2a3ca89c049c216f048a8e3220aa58e3f2700e0ff1947ff837f4f1991569","title":"A talk of before","type":"session"}',
  '{"lines":1,"sha256":"d1c831b1990760bc8a2001c3c9f1c413b9a15bcf17fd377e1d8a210ab147ff86","type":"end"}',
  "",
].join("\n");

/** The session that people act on. */
function talkOf(w: World): Readonly<Record<string, string>> {
  return { sessionId: w.talkSessionId ?? "" };
}

function talkAt(w: World): string {
  return `/sessions/${w.talkSessionId}`;
}

function pick(world: World, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, world[name] ?? ""]));
}

/** The path of an endpoint with its parameters. */
export function pathOf(endpoint: { readonly path: string }, call: Call): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? "missing"));
}
