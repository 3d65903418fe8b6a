/** Every event of the outbox, with what happened. The noun before the dot is its topic. */
export const EVENT_TYPES = {
  "agent.created": "An agent was hired.",
  "agent.deleted": "An agent was let go.",
  "agent.paused": "An agent was stopped by a person.",
  "agent.resumed": "A paused agent goes on.",
  "agent.updated": "Fields of an agent changed.",
  "announcement.created": "Agents are told something for a while.",
  "announcement.ended": "An announcement was ended before its time.",
  "announcement.updated": "Text, audience or time of an announcement changed.",
  "api-key.created": "A person made an API key.",
  "api-key.revoked": "An API key was revoked.",
  "approval.cancelled": "A request for approval is not needed any more.",
  "approval.decided": "A person decided a request.",
  "approval.expired": "Nobody decided a request in time.",
  "approval.requested": "Somebody waits for a person's decision.",
  "call.started": "An agent's tool call starts, just before its effect.",
  "deliverable.created": "A result, or a new version of one, was delivered.",
  "document.restored": "An earlier state of a text that agents read came back.",
  "document.revised": "A text that agents read was changed.",
  "feedback.given": "A person said something of an agent's work.",
  "feedback.withdrawn": "A person took back what they said of an agent's work.",
  "invitation.accepted": "Somebody accepted an invitation.",
  "invitation.created": "Somebody was invited into the organization.",
  "invitation.revoked": "An invitation was made void.",
  "item.ended": "An agent is done with a piece of mail.",
  "item.posted": "An agent got mail.",
  "llm-provider.created": "A model provider was connected.",
  "llm-provider.deleted": "A model provider and its key were forgotten.",
  "llm-provider.updated": "Fields of a model provider changed.",
  "llm-settings.updated": "An agent, or all of them, got another model.",
  "notification.created": "A person got a notification.",
  "notification.read": "A person read notifications.",
  "organization.created": "The organization was set up.",
  "organization.resumed": "The emergency stop was lifted.",
  "organization.stopped": "An emergency stop holds all work.",
  "organization.updated": "Fields of the organization changed.",
  "person.joined": "A person became a member.",
  "person.password-changed": "A person changed their password.",
  "person.removed": "A person is a member no more.",
  "person.role-changed": "A member got another role.",
  "person.updated": "A person has another name or e-mail.",
  "project.created": "A project was made.",
  "project.updated": "Fields of a project changed.",
  "run.ended": "A run came to its end.",
  "run.lost": "The process of a run died; the run is taken up again.",
  "run.parked": "A run gave its slot back and waits.",
  "run.queued": "A run may be claimed.",
  "run.started": "A run began, or went on.",
  "session.archived": "A session was put away.",
  "session.begun": "A person began a session with an agent.",
  "session.compacted": "The older part of a session became a summary; the log keeps it all.",
  "session.created": "A session was opened.",
  "session.deleted": "A session was deleted.",
  "session.entry-appended": "The log of a session grew: a reply, a result, a note.",
  "session.entry-labelled": "An entry got a label, or lost it.",
  "session.entry-pinned": "An entry was pinned: it stays in the prompt.",
  "session.entry-unpinned": "An entry is not pinned any more.",
  "session.forked": "A session was begun with entries of another.",
  "session.head-moved": "A session goes on from another entry of its log.",
  "session.imported": "A session was made from a file.",
  "session.metadata-updated": "Metadata of a session changed.",
  "session.renamed": "A session got another title.",
  "session.restored": "What a revert had hidden is back.",
  "session.reverted": "A session was taken back to an earlier entry.",
  "session.unarchived": "A session was taken out of the archive.",
  "sign-in-link.created": "Somebody made a link with which a person chooses a new password.",
  "sign-in.ended": "A person signed out, or was signed out.",
  "sign-in.opened": "A person signed in.",
  "standing-approval.granted": "An exact action was approved once and for all.",
  "standing-approval.revoked": "A standing approval was taken back.",
  "task.accepted": "A task is completed: its reviewer said yes.",
  "task.approved": "A task was approved and starts.",
  "task.archived": "A task was put away.",
  "task.armed": "A scheduled task was approved and waits for its time.",
  "task.assigned": "A task was given to another agent.",
  "task.blocked": "Work on a task stopped until something is cleared up.",
  "task.cancelled": "A task was called off.",
  "task.commented": "Somebody commented on a task.",
  "task.created": "A task was made.",
  "task.edited": "Fields of a task changed.",
  "task.failed": "A task failed.",
  "task.noted": "Somebody noted something for the next round.",
  "task.rejected": "A task was not approved.",
  "task.reopened": "A task that was at its end is worked on again.",
  "task.restarted": "A task began a new round with a clean session.",
  "task.retried": "A failed task is tried again.",
  "task.revised": "The reviewer sent a task back.",
  "task.subtask-changed": "The checklist of a task changed.",
  "task.submitted": "Work on a task was submitted and waits for its review.",
  "task.unblocked": "A blocked task goes on.",
  "team.created": "A team was made.",
  "team.deleted": "A team was dissolved.",
  "team.updated": "Fields of a team changed.",
  "webhook.created": "A webhook was made.",
  "webhook.deleted": "A webhook was removed.",
  "webhook.disabled": "A webhook was switched off because its receiver fails.",
  "webhook.replayed": "A person had deliveries sent again.",
  "webhook.secret-rotated": "A webhook signs with a new secret.",
  "webhook.tested": "Somebody asked for a delivery to try a webhook out; only that webhook is told.",
  "webhook.updated": "Fields of a webhook changed.",
} as const satisfies Record<string, string>;
export type EventType = keyof typeof EVENT_TYPES;

/** Topics that only owners and admins hear: they say who may come in, and when people do. */
export const ADMIN_TOPICS: readonly string[] = ["api-key", "invitation", "sign-in", "sign-in-link"];

/** Topics that say what the team did; the rest is the engine's own bookkeeping. */
export const NOTEWORTHY_TOPICS: readonly string[] = [
  "agent",
  "api-key",
  "approval",
  "deliverable",
  "invitation",
  "llm-provider",
  "llm-settings",
  "organization",
  "person",
  "project",
  "run",
  "sign-in",
  "standing-approval",
  "task",
  "team",
  "webhook",
];

/** Events of those topics that only the engine cares for. */
export const BOOKKEEPING_EVENTS: readonly string[] = ["run.queued"];

/** The noun before the dot. */
export function topicOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}

/** Whether an event says what the team did. */
export function isNoteworthy(type: string): boolean {
  return NOTEWORTHY_TOPICS.includes(topicOf(type)) && !BOOKKEEPING_EVENTS.includes(type);
}

/** Whether one of the patterns covers a type: the type itself, `task.*` for a topic, or `*` for everything. */
export function isEventWanted(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => covers(pattern, type));
}

/** The first pattern that covers no event there is: a slip of the pen, which would wait for ever. */
export function unknownPattern(patterns: readonly string[]): string | undefined {
  const types = Object.keys(EVENT_TYPES);
  return patterns.find((pattern) => !types.some((type) => covers(pattern, type)));
}

function covers(pattern: string, type: string): boolean {
  if (pattern === "*" || pattern === type) return true;
  return pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}
