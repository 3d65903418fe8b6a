// Written from the OpenAPI document by `npm run generate`. Do not edit.

import type {
  Event,
  Setup,
  Organization,
  Member,
  Credentials,
  Me,
  OwnOrganization,
  SignIn,
  SignInLinkUse,
  NameChange,
  EmailChange,
  PasswordChange,
  ApiKey,
  NewApiKey,
  OrganizationChange,
  NewOrganization,
  Invitation,
  NewInvitation,
  InvitationToken,
  InvitationPreview,
  InvitationAcceptance,
  AuditEntry,
  Project,
  NewProject,
  ProjectChange,
  StandingApproval,
  Team,
  NewTeam,
  TeamChange,
  Agent,
  NewAgent,
  AgentChange,
  AgentRevision,
  DailyLogEntry,
  RevisionChoice,
  Mailbox,
  DocumentHead,
  Document,
  DocumentChange,
  Revision,
  RevisionDetail,
  Announcement,
  NewAnnouncement,
  AnnouncementChange,
  Feedback,
  NewFeedback,
  BeatDay,
  Task,
  NewTask,
  TaskDetail,
  Subtask,
  Deliverable,
  TaskEdit,
  TaskMoveRequest,
  TaskComment,
  NewTaskComment,
  TaskNote,
  TaskTransition,
  TaskDependencies,
  TaskWithMover,
  Approval,
  ApprovalDecision,
  Notification,
  NewLink,
  Run,
  RunDetail,
  ToolCall,
  Session,
  LogEntry,
  SessionTree,
  ToolResultPage,
  SessionContext,
  HistoryLine,
  ModelCallLine,
  CallReceipt,
  CallDiff,
  LlmSettings,
  LlmProvider,
  LlmChoice,
  NewLlmProvider,
  LlmProviderChange,
  LlmProviderTest,
  LlmModelList,
  EventTypeInfo,
  Webhook,
  NewWebhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from "./schemas.ts";

export type Operations = {
  /** Makes the first organization and its owner, with the token that the first start printed, and signs in. Works once. Needs no key. */
  readonly "setup.create": { readonly input: { readonly body: Setup; }; readonly output: { readonly "organization": Organization; readonly "person": Member; /** The first API key, in clear: shown once, stored nowhere. */ readonly "apiKey": string; } };
  /** Signs a person in with e-mail and password. The answer sets the cookie that later requests show. Needs no key. */
  readonly "sign-ins.create": { readonly input: { readonly body: Credentials; }; readonly output: Me };
  /** Ends the sign-in of the cookie and takes the cookie away. Without one it does nothing. Needs no key. */
  readonly "sign-ins.end": { readonly input: { readonly body?: Readonly<Record<string, never>>; }; readonly output: undefined };
  /** Where you are signed in, the last used first. Needs a person who is signed in, not a key. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "sign-ins.list": { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "data": readonly (SignIn)[]; readonly "nextCursor": string | null; } };
  /** Ends one sign-in of yours. It is refused at once. Needs a person who is signed in, not a key. */
  readonly "sign-ins.end-one": { readonly input: { readonly params: { /** Id of the form sin_… */ readonly "signInId": string; }; }; readonly output: SignIn };
  /** Ends every sign-in of yours, this one too. API keys stay: revoke them one by one. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "sign-ins.end-all": { readonly input: { readonly body?: Readonly<Record<string, never>>; }; readonly output: { readonly "endedSignIns": number; } };
  /** Chooses a new password with a sign-in link that an operator or an owner made, and signs in. Every other sign-in ends. Works once. Needs no key. */
  readonly "sign-in-links.use": { readonly input: { readonly body: SignInLinkUse; }; readonly output: Me };
  /** Who you are, in which organization, what your role is there, and where else you belong. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "me.get": { readonly input: Readonly<Record<string, never>>; readonly output: Me };
  /** Changes what you are called, in every organization of yours. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "me.rename": { readonly input: { readonly body: NameChange; }; readonly output: Me };
  /** Changes the e-mail that you sign in with. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "me.change-email": { readonly input: { readonly body: EmailChange; }; readonly output: Me };
  /** Changes your password. Every other sign-in of yours ends, and sign-in links are void. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "me.change-password": { readonly input: { readonly body: PasswordChange; }; readonly output: { readonly "endedSignIns": number; } };
  /** Your API keys, newest first; every key of the organization for owners and admins. Never the keys themselves. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "api-keys.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (ApiKey)[]; readonly "nextCursor": string | null; } };
  /** Makes an API key that can do what you can do, or less when you say so. The key itself is in this answer only. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "api-keys.create": { readonly input: { readonly body: NewApiKey; }; readonly output: { readonly "apiKey": ApiKey; /** The key in clear; null when a repeated request is answered again. */ readonly "key": string | null; } };
  /** Revokes a key of yours, or any as owner or admin. It is refused everywhere at once. Every key may. */
  readonly "api-keys.revoke": { readonly input: { readonly params: { /** Id of the form key_… */ readonly "apiKeyId": string; }; }; readonly output: ApiKey };
  /** Your organization. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "organization.get": { readonly input: Readonly<Record<string, never>>; readonly output: Organization };
  /** Changes the fields that are given: name, time zone, and what every agent reads of context and policies. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "organization.update": { readonly input: { readonly body: OrganizationChange; readonly ifMatch: number | string; }; readonly output: Organization };
  /** Everybody who belongs to the organization, by name. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "organization.list-members": { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "data": readonly (Member)[]; readonly "nextCursor": string | null; } };
  /** Stops every agent at once until somebody lifts it: work is held, no model is called. Again changes nothing. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "organization.emergency-stop": { readonly input: { readonly body?: Readonly<Record<string, never>>; }; readonly output: Organization };
  /** Lifts an emergency stop: what it held goes on. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "organization.resume": { readonly input: { readonly body?: Readonly<Record<string, never>>; }; readonly output: Organization };
  /** The organizations you belong to, by name. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "organizations.list": { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "data": readonly (OwnOrganization)[]; readonly "nextCursor": string | null; } };
  /** Makes one more organization in this installation, with you as its owner, and enters it. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "organizations.create": { readonly input: { readonly body: NewOrganization; }; readonly output: Me };
  /** Makes this organization the one that your sign-in works in. A single request may name another with the header Cadre-Organization. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "organizations.enter": { readonly input: { readonly params: { /** Id of the form org_… */ readonly "organizationId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: Me };
  /** Gives a member another role. Only an owner makes or unmakes owners, and the last one stays. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "members.change-role": { readonly input: { readonly params: { /** Id of the form per_… */ readonly "personId": string; }; readonly body: { readonly "role": "owner" | "admin" | "member" | "viewer"; }; }; readonly output: Member };
  /** Removes a member, or yourself: their keys here stop working, and you take over the reviews that wait for them. Every key may. */
  readonly "members.remove": { readonly input: { readonly params: { /** Id of the form per_… */ readonly "personId": string; }; }; readonly output: Member };
  /** Makes a link with which a member who forgot the password chooses a new one, within an hour and once. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "members.create-sign-in-link": { readonly input: { readonly params: { /** Id of the form per_… */ readonly "personId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: { /** To be given to the member; null when a repeated request is answered again. */ readonly "link": string | null; readonly "expiresAt": string; } };
  /** Every invitation into the organization, newest first. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "invitations.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Invitation)[]; readonly "nextCursor": string | null; } };
  /** Invites somebody with a role. Where there is a mail server, a mail brings the link to the address; else the answer has the link to give them, only now. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "invitations.create": { readonly input: { readonly body: NewInvitation; }; readonly output: { readonly "invitation": Invitation; /** To be given to the person; null when a mail brings it, or a repeated request is answered again. */ readonly "link": string | null; /** What became of the mail with the link. */ readonly "mail": { /** none: no mail server, or no address. */ readonly "status": "sent" | "failed" | "none"; /** What the mail server said when it failed. */ readonly "problem": string | null; }; } };
  /** Makes an open invitation void. Again changes nothing. Needs the role admin or a higher one. */
  readonly "invitations.revoke": { readonly input: { readonly params: { /** Id of the form inv_… */ readonly "invitationId": string; }; }; readonly output: Invitation };
  /** What the invitation of a link offers, before it is accepted. Needs no key. */
  readonly "invitations.preview": { readonly input: { readonly body: InvitationToken; }; readonly output: InvitationPreview };
  /** Accepts an invitation: makes the person, or joins the known one of this e-mail who gives their own password, and signs in. Works once. Needs no key. */
  readonly "invitations.accept": { readonly input: { readonly body: InvitationAcceptance; }; readonly output: Me };
  /** Accepts an invitation as the person who is signed in, and enters that organization. Needs a person who is signed in, not a key. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "invitations.join": { readonly input: { readonly body: InvitationToken; }; readonly output: Me };
  /** Every change that people and their keys made in the organization, newest first. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "audit-entries.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Who made the change. */ readonly "actorId"?: string; /** With which sign-in or API key. */ readonly "credentialId"?: string; /** What was done, such as `task.created`; `task.` is all of a kind. */ readonly "action"?: string; /** What was changed. */ readonly "entityId"?: string; /** Not before. */ readonly "from"?: string; /** Before. */ readonly "until"?: string; }; }; readonly output: { readonly "data": readonly (AuditEntry)[]; readonly "nextCursor": string | null; } };
  /** Projects in the order they were made, archived ones included. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "projects.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Project)[]; readonly "nextCursor": string | null; } };
  /** Makes a project. Its key begins the keys of its tasks. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "projects.create": { readonly input: { readonly body: NewProject; }; readonly output: Project };
  /** One project. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "projects.get": { readonly input: { readonly params: { /** Id of the form prj_… */ readonly "projectId": string; }; }; readonly output: Project };
  /** Changes the fields that are given; the key stays. An archived project takes no new tasks. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "projects.update": { readonly input: { readonly params: { /** Id of the form prj_… */ readonly "projectId": string; }; readonly body: ProjectChange; readonly ifMatch: number | string; }; readonly output: Project };
  /** The exact actions that are approved for a project once and for all, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "standing-approvals.list": { readonly input: { readonly params: { /** Id of the form prj_… */ readonly "projectId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (StandingApproval)[]; readonly "nextCursor": string | null; } };
  /** Approves exact actions for a project, several as one decision. What is approved already stays as it is. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "standing-approvals.grant": { readonly input: { readonly params: { /** Id of the form prj_… */ readonly "projectId": string; }; readonly body: { readonly "actions": readonly ({ readonly "tool": string; /** Exactly what the tool will ask for, character by character. */ readonly "action": string; })[]; }; }; readonly output: { readonly "data": readonly (StandingApproval)[]; readonly "nextCursor": string | null; } };
  /** Takes a standing approval back. Calls that have started are not undone. Needs the role admin or a higher one. */
  readonly "standing-approvals.revoke": { readonly input: { readonly params: { /** Id of the form sta_… */ readonly "standingApprovalId": string; }; }; readonly output: StandingApproval };
  /** Teams in the order they were made. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "teams.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Team)[]; readonly "nextCursor": string | null; } };
  /** Makes a team. Agents join it by their own teamId. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "teams.create": { readonly input: { readonly body: NewTeam; }; readonly output: Team };
  /** One team. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "teams.get": { readonly input: { readonly params: { /** Id of the form tea_… */ readonly "teamId": string; }; }; readonly output: Team };
  /** Changes the fields that are given: name, manager, announcements and norms that its agents read. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "teams.update": { readonly input: { readonly params: { /** Id of the form tea_… */ readonly "teamId": string; }; readonly body: TeamChange; readonly ifMatch: number | string; }; readonly output: Team };
  /** Dissolves a team. Its agents stay, without one. Needs the role admin or a higher one. */
  readonly "teams.delete": { readonly input: { readonly params: { /** Id of the form tea_… */ readonly "teamId": string; }; }; readonly output: undefined };
  /** Agents with what they are doing, in the order they were made. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "agents.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Id of the form tea_… */ readonly "teamId"?: string; }; }; readonly output: { readonly "data": readonly (Agent)[]; readonly "nextCursor": string | null; } };
  /** Hires an agent. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "agents.create": { readonly input: { readonly body: NewAgent; }; readonly output: Agent };
  /** One agent with what it is doing. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "agents.get": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; }; readonly output: Agent };
  /** Changes the fields that are given; settings are merged. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "agents.update": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly body: AgentChange; readonly ifMatch: number | string; }; readonly output: Agent };
  /** Lets an agent go. Refused while open tasks depend on it. Needs the role admin or a higher one. */
  readonly "agents.delete": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; }; readonly output: undefined };
  /** How an agent was set up, newest first. Its texts are documents with histories of their own. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "agents.list-revisions": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (AgentRevision)[]; readonly "nextCursor": string | null; } };
  /** What an agent's work wrote down when its sessions were compacted, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "agents.list-daily-log": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** In the organization's time zone. */ readonly "day"?: string; }; }; readonly output: { readonly "data": readonly (DailyLogEntry)[]; readonly "nextCursor": string | null; } };
  /** Sets an agent up as it was at an earlier revision, apart from its texts. This is a new revision. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "agents.restore": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly body: RevisionChoice; readonly ifMatch: number | string; }; readonly output: Agent };
  /** Stops an agent at once; its work is held and no model is called until it is resumed. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "agents.pause": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: Agent };
  /** Lets a paused agent go on. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "agents.resume": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: Agent };
  /** What an agent has in hand, and what waits in the order it would be taken. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "agents.mailbox": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; }; readonly output: Mailbox };
  /** Every text that people write and agents read, without the texts, kind by kind. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "documents.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; readonly "kind"?: "context" | "policies" | "environment" | "announcements" | "norms" | "role" | "checklist" | "introduction" | "profile" | "announcement"; readonly "ownerId"?: string; }; }; readonly output: { readonly "data": readonly (DocumentHead)[]; readonly "nextCursor": string | null; } };
  /** One text as it is now. Agents read it from their next session, or epoch of a session, on. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "documents.get": { readonly input: { readonly params: { readonly "kind": "context" | "policies" | "environment" | "announcements" | "norms" | "role" | "checklist" | "introduction" | "profile" | "announcement"; /** Id of the organization, team, agent or person whose document it is. */ readonly "ownerId": string; }; }; readonly output: Document };
  /** Gives a document another text, as its next revision. Members change their own profile, admins everything. The same change again changes nothing. Needs the role member or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "documents.change": { readonly input: { readonly params: { readonly "kind": "context" | "policies" | "environment" | "announcements" | "norms" | "role" | "checklist" | "introduction" | "profile" | "announcement"; /** Id of the organization, team, agent or person whose document it is. */ readonly "ownerId": string; }; readonly body: DocumentChange; readonly ifMatch: number | string; }; readonly output: Document };
  /** The history of a document, newest first: who changed it, when and why. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "documents.list-revisions": { readonly input: { readonly params: { readonly "kind": "context" | "policies" | "environment" | "announcements" | "norms" | "role" | "checklist" | "introduction" | "profile" | "announcement"; /** Id of the organization, team, agent or person whose document it is. */ readonly "ownerId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Revision)[]; readonly "nextCursor": string | null; } };
  /** One earlier text of a document. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "documents.get-revision": { readonly input: { readonly params: { readonly "kind": "context" | "policies" | "environment" | "announcements" | "norms" | "role" | "checklist" | "introduction" | "profile" | "announcement"; /** Id of the organization, team, agent or person whose document it is. */ readonly "ownerId": string; readonly "number": number; }; }; readonly output: RevisionDetail };
  /** Brings an earlier text back, as a new revision. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "documents.restore": { readonly input: { readonly params: { readonly "kind": "context" | "policies" | "environment" | "announcements" | "norms" | "role" | "checklist" | "introduction" | "profile" | "announcement"; /** Id of the organization, team, agent or person whose document it is. */ readonly "ownerId": string; }; readonly body: RevisionChoice; readonly ifMatch: number | string; }; readonly output: Document };
  /** Announcements to agents, newest first, past and future ones too. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "announcements.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; readonly "onlyInForce"?: "true" | "false"; }; }; readonly output: { readonly "data": readonly (Announcement)[]; readonly "nextCursor": string | null; } };
  /** Tells all agents, those of a team, or one something for a while. They read it from their next call on. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "announcements.create": { readonly input: { readonly body: NewAnnouncement; }; readonly output: Announcement };
  /** One announcement. The history of its text is that of the document `announcement`. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "announcements.get": { readonly input: { readonly params: { /** Id of the form ann_… */ readonly "announcementId": string; }; }; readonly output: Announcement };
  /** Changes the fields that are given: text, audience, beginning and end. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "announcements.update": { readonly input: { readonly params: { /** Id of the form ann_… */ readonly "announcementId": string; }; readonly body: AnnouncementChange; readonly ifMatch: number | string; }; readonly output: Announcement };
  /** Ends an announcement now. Again changes nothing. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "announcements.end": { readonly input: { readonly params: { /** Id of the form ann_… */ readonly "announcementId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: Announcement };
  /** What people said of agents, tasks and deliverables, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "feedback.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Id of the form agt_… */ readonly "agentId"?: string; /** Id of the form tsk_… */ readonly "taskId"?: string; /** Id of the form dlv_… */ readonly "deliverableId"?: string; }; }; readonly output: { readonly "data": readonly (Feedback)[]; readonly "nextCursor": string | null; } };
  /** Says something of an agent, a task or a deliverable. The agent whose work it is reads the newest of it before each step. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "feedback.give": { readonly input: { readonly body: NewFeedback; }; readonly output: Feedback };
  /** Takes feedback back: one's own, as an admin anybody's. Agents read it no more. Needs the role member or a higher one. */
  readonly "feedback.withdraw": { readonly input: { readonly params: { /** Id of the form fbk_… */ readonly "feedbackId": string; }; }; readonly output: undefined };
  /** Beats by agent and day, newest day first: run, skipped, and what they cost. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "beats.list": { readonly input: { readonly query?: { readonly "days"?: number; }; }; readonly output: { readonly "data": readonly (BeatDay)[]; readonly "nextCursor": string | null; } };
  /** Beats of one agent by day, newest day first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "beats.list-of-agent": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly query?: { readonly "days"?: number; }; }; readonly output: { readonly "data": readonly (BeatDay)[]; readonly "nextCursor": string | null; } };
  /** Tasks that match every given filter, newest first unless asked otherwise. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "tasks.list": { readonly input: { readonly query?: { /** One or more of pending, in_progress, blocked, review, completed, failed, rejected, cancelled, archived, separated by commas. */ readonly "status"?: string | readonly (string)[]; /** Id of the form prj_… */ readonly "projectId"?: string; /** Id of the form agt_… */ readonly "assigneeId"?: string; /** An agent or a person. */ readonly "reviewerId"?: string; /** Id of the form tsk_… */ readonly "parentId"?: string; readonly "priority"?: "critical" | "high" | "medium" | "low" | "urgent"; /** Words of the title, the description or the key. */ readonly "search"?: string; readonly "sort"?: "created" | "updated" | "priority"; readonly "order"?: "asc" | "desc"; readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Task)[]; readonly "nextCursor": string | null; } };
  /** Creates a task. It starts at once, or waits for its blockers or its time; a draft waits for approval. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "tasks.create": { readonly input: { readonly body: NewTask; }; readonly output: Task };
  /** A task with all that stands around it: who moves it next, the moves you can make, checklist, checks, submits, deliverables, children. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "tasks.get": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; }; readonly output: TaskDetail };
  /** Changes fields of a task without moving it. Needs the role member or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "tasks.update": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: TaskEdit; readonly ifMatch: number | string; }; readonly output: Task };
  /** Makes one move. An illegal one is answered with the moves that are allowed. With If-Match only if nobody was faster. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "tasks.move": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: TaskMoveRequest; readonly ifMatch?: number | string; }; readonly output: Task };
  /** Gives a task to another agent. Work under way stops, and the new assignee starts in a round of its own. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "tasks.assign": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly ifMatch?: number | string; }; readonly output: Task };
  /** Starts a task in progress over, in a new round with a clean session. Description and notes stay. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "tasks.start-new-round": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body?: { readonly "note"?: string; }; readonly ifMatch?: number | string; }; readonly output: Task };
  /** Keeps a scheduled task from running again until its schedule is resumed. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "tasks.pause-schedule": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body?: Readonly<Record<string, never>>; readonly ifMatch?: number | string; }; readonly output: Task };
  /** Lets a paused schedule go on. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "tasks.resume-schedule": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body?: Readonly<Record<string, never>>; readonly ifMatch?: number | string; }; readonly output: Task };
  /** Starts a scheduled task that waits for its time, now. It counts as a run; the schedule goes on after it. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "tasks.run-schedule-now": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body?: Readonly<Record<string, never>>; readonly ifMatch?: number | string; }; readonly output: Task };
  /** Comments on a task, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "tasks.list-comments": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (TaskComment)[]; readonly "nextCursor": string | null; } };
  /** Adds a comment. People who are mentioned are told. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "tasks.comment": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: NewTaskComment; }; readonly output: TaskComment };
  /** Notes on a task, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "tasks.list-notes": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (TaskNote)[]; readonly "nextCursor": string | null; } };
  /** Keeps what the next round or the reviewer must know. Agents read it with the brief. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "tasks.note": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: { readonly "text": string; }; }; readonly output: TaskNote };
  /** Every move a task has made, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "tasks.list-transitions": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (TaskTransition)[]; readonly "nextCursor": string | null; } };
  /** The checklist of a task, in its order. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "tasks.list-subtasks": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; }; readonly output: { readonly "data": readonly (Subtask)[]; readonly "nextCursor": string | null; } };
  /** Adds a line to the checklist. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "tasks.add-subtask": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: { readonly "title": string; }; }; readonly output: Subtask };
  /** Ticks a line off. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "tasks.complete-subtask": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; /** Id of the form sub_… */ readonly "subtaskId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: Subtask };
  /** Strikes a line out, with the reason. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "tasks.cancel-subtask": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; /** Id of the form sub_… */ readonly "subtaskId": string; }; readonly body: { readonly "reason": string; }; }; readonly output: Subtask };
  /** What a task waits for, and what waits for it. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "tasks.list-dependencies": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; }; readonly output: TaskDependencies };
  /** Makes these the blockers of a task. Its work stops while one is unfinished, and goes on when none is left. Needs the role member or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "tasks.set-dependencies": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly body: { readonly "blockerIds": readonly (string)[]; }; readonly ifMatch: number | string; }; readonly output: Task };
  /** What moves each open task next, newest tasks first, at most 200. `mover=none` lists the alarms. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "next-movers.list": { readonly input: { readonly query?: { readonly "mover"?: "paused" | "person" | "blocker" | "run" | "timer" | "none"; }; }; readonly output: { readonly "data": readonly (TaskWithMover)[]; readonly "nextCursor": string | null; } };
  /** When a schedule that began now would run next. Nothing is stored. Every key may. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "schedules.preview": { readonly input: { readonly body: { readonly "schedule": { readonly "every": string; readonly "maxRuns"?: number; readonly "runNow"?: boolean; } | { readonly "cron": string; readonly "timeZone": string; readonly "maxRuns"?: number; readonly "runNow"?: boolean; } | { readonly "runAt": string; readonly "maxRuns"?: number; readonly "runNow"?: boolean; }; readonly "count"?: number; }; }; readonly output: { /** Fewer than asked for when the schedule ends before. */ readonly "instants": readonly (string)[]; } };
  /** Approvals, newest first, each with what you can do about it. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "approvals.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; readonly "status"?: "pending" | "approved" | "rejected" | "expired" | "cancelled"; /** Id of the form tsk_… */ readonly "taskId"?: string; }; }; readonly output: { readonly "data": readonly (Approval)[]; readonly "nextCursor": string | null; } };
  /** One approval. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "approvals.get": { readonly input: { readonly params: { /** Id of the form apr_… */ readonly "approvalId": string; }; }; readonly output: Approval };
  /** Says yes. Exactly one decision wins; the same one again is answered with the outcome, another with a conflict. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "approvals.approve": { readonly input: { readonly params: { /** Id of the form apr_… */ readonly "approvalId": string; }; readonly body?: { readonly "comment"?: string; }; }; readonly output: Approval };
  /** Says no. A review needs a comment: it becomes the brief of the next round. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "approvals.reject": { readonly input: { readonly params: { /** Id of the form apr_… */ readonly "approvalId": string; }; readonly body?: { readonly "comment"?: string; }; }; readonly output: Approval };
  /** Any decision: approve, reject, choose an option, or answer in own words, which never grants anything. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "approvals.decide": { readonly input: { readonly params: { /** Id of the form apr_… */ readonly "approvalId": string; }; readonly body: ApprovalDecision; }; readonly output: Approval };
  /** Your inbox, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "notifications.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; readonly "onlyUnread"?: "true" | "false"; }; }; readonly output: { readonly "data": readonly (Notification)[]; readonly "nextCursor": string | null; } };
  /** How many notifications you have not read. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "notifications.count-unread": { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "unread": number; } };
  /** Marks notifications as read: those that are named, or all. Every key may. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "notifications.mark-read": { readonly input: { readonly body: { readonly "ids": readonly (string)[]; } | { readonly "all": true; }; }; readonly output: { /** How many were unread. */ readonly "marked": number; } };
  /** The newest version of each result that matches, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "deliverables.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Id of the form prj_… */ readonly "projectId"?: string; /** Id of the form tsk_… */ readonly "taskId"?: string; /** Words of the title, the summary, the reference or a tag. */ readonly "search"?: string; }; }; readonly output: { readonly "data": readonly (Deliverable)[]; readonly "nextCursor": string | null; } };
  /** Registers an address as a result of a task, of a project, or of everybody's. The same address of the same task becomes its next version. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "deliverables.add-link": { readonly input: { readonly body: NewLink; }; readonly output: Deliverable };
  /** The newest version of each result of a task, newest first. Earlier versions are part of the task itself. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "deliverables.list-of-task": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Deliverable)[]; readonly "nextCursor": string | null; } };
  /** One version of a result. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "deliverables.get": { readonly input: { readonly params: { /** Id of the form dlv_… */ readonly "deliverableId": string; }; }; readonly output: Deliverable };
  /** The bytes of a delivered file, as an attachment. Every key may. Changes nothing. */
  readonly "deliverables.download": { readonly input: { readonly params: { /** Id of the form dlv_… */ readonly "deliverableId": string; }; }; readonly output: Uint8Array };
  /** The bytes of one file of a submit's snapshot, as they were judged. Every key may. Changes nothing. */
  readonly "submits.download": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; /** Id of the form sbm_… */ readonly "submitId": string; }; readonly query: { /** As the submit's files name it. */ readonly "path": string; }; }; readonly output: Uint8Array };
  /** Runs that match every given filter, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "runs.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** One or more of queued, running, waiting, succeeded, incomplete, failed, cancelled, separated by commas. */ readonly "status"?: string | readonly (string)[]; readonly "kind"?: "task" | "turn" | "node" | "no_op"; /** Id of the form agt_… */ readonly "agentId"?: string; /** Id of the form tsk_… */ readonly "taskId"?: string; }; }; readonly output: { readonly "data": readonly (Run)[]; readonly "nextCursor": string | null; } };
  /** Runs of a task, reviews and reflections included, newest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "runs.list-of-task": { readonly input: { readonly params: { /** Id of the form tsk_… */ readonly "taskId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** One or more of queued, running, waiting, succeeded, incomplete, failed, cancelled, separated by commas. */ readonly "status"?: string | readonly (string)[]; readonly "kind"?: "task" | "turn" | "node" | "no_op"; }; }; readonly output: { readonly "data": readonly (Run)[]; readonly "nextCursor": string | null; } };
  /** A run with its attempts and waits, its tokens and cost, and its newest tool and model calls. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "runs.get": { readonly input: { readonly params: { /** Id of the form run_… */ readonly "runId": string; }; }; readonly output: RunDetail };
  /** The journal of a run's tool calls, oldest first. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "runs.list-tool-calls": { readonly input: { readonly params: { /** Id of the form run_… */ readonly "runId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (ToolCall)[]; readonly "nextCursor": string | null; } };
  /** What a model writes while it writes it, as server-sent events: `delta` pieces of the steps that are not in the log yet, `step` when one is, `end` when the run is over. Every key may. Changes nothing. */
  readonly "runs.stream": { readonly input: { readonly params: { /** Id of the form run_… */ readonly "runId": string; }; }; readonly output: never };
  /** Sessions that match every given filter, newest first, without their entries. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "sessions.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Id of the form agt_… */ readonly "agentId"?: string; /** Id of the form tsk_… */ readonly "taskId"?: string; /** Only those that are archived, or only those that are not. */ readonly "isArchived"?: "true" | "false"; }; }; readonly output: { readonly "data": readonly (Session)[]; readonly "nextCursor": string | null; } };
  /** Begins a session with an agent. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "sessions.create": { readonly input: { readonly body: { /** Id of the form agt_… */ readonly "agentId": string; /** A name that no other session has. */ readonly "key"?: string; readonly "title"?: string; /** Texts by key. `harnessIntroduction` replaces the first sentence that agents read of their harness, and takes an admin. */ readonly "metadata"?: Readonly<Record<string, string>>; }; }; readonly output: Session };
  /** One session. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "sessions.get": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; }; readonly output: Session };
  /** Deletes a session. It is refused, with the runs, while any works in it. Needs the role admin or a higher one. */
  readonly "sessions.delete": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; }; readonly output: undefined };
  /** The log of a session from its beginning, in order. It is never changed, only read. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "sessions.list-entries": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Only the entries of the active branch. */ readonly "onBranch"?: "true" | "false"; }; }; readonly output: { readonly "data": readonly (LogEntry)[]; readonly "nextCursor": string | null; } };
  /** The branches of a session's log, and which of its entries are pinned or labelled. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "sessions.get-tree": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; }; readonly output: SessionTree };
  /** The whole of a tool's result, page by page, also of one that the log and the prompt show shortened. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "sessions.get-tool-result": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; readonly "callId": string; }; readonly query?: { /** First line, counted from 1. */ readonly "line"?: number; /** Where to begin in that line. */ readonly "column"?: number; /** Most lines of one page. */ readonly "lines"?: number; }; }; readonly output: ToolResultPage };
  /** A session as a file of lines with checksums: every entry of every branch in its stored bytes, and the long results they name. Every key may. Changes nothing. */
  readonly "sessions.export": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; }; readonly output: Uint8Array };
  /** What one run added to the log of its session, in order. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "runs.list-entries": { readonly input: { readonly params: { /** Id of the form run_… */ readonly "runId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** Begins after this sequence number: `log` of the run says where its entries stand. */ readonly "after"?: number; }; }; readonly output: { readonly "data": readonly (LogEntry)[]; readonly "nextCursor": string | null; } };
  /** What would be sent if the session's agent went on now. It is built as a step builds it, and nothing is written. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "sessions.get-context": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly query?: { /** With the messages of the history. */ readonly "messages"?: "true" | "false"; }; }; readonly output: SessionContext };
  /** The log of a session from its beginning, an entry a line, without the texts. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "sessions.list-history": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (HistoryLine)[]; readonly "nextCursor": string | null; } };
  /** One entry of a session's log, whole. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "sessions.get-entry": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; /** Id of the form ent_… */ readonly "entryId": string; }; }; readonly output: LogEntry };
  /** Every call that was made in a session, whichever run made it, oldest first, with cost and cache. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "model-calls.list-of-session": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (ModelCallLine)[]; readonly "nextCursor": string | null; } };
  /** Every call of a run, oldest first, with cost and cache. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "model-calls.list-of-run": { readonly input: { readonly params: { /** Id of the form run_… */ readonly "runId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (ModelCallLine)[]; readonly "nextCursor": string | null; } };
  /** What went into a call and why: sections, what was shortened, compacted, trimmed or repaired, the budget, what the cache should have given and gave. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "model-calls.get-receipt": { readonly input: { readonly params: { /** Id of the form mcl_… */ readonly "callId": string; }; }; readonly output: CallReceipt };
  /** What is not the same in two calls, the first taken as the earlier one. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "model-calls.diff": { readonly input: { readonly params: { /** Id of the form mcl_… */ readonly "callId": string; /** Id of the form mcl_… */ readonly "otherCallId": string; }; }; readonly output: CallDiff };
  /** The text of a section or a list of tools, by the hash that a receipt names. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "prompt-texts.get": { readonly input: { readonly params: { readonly "hash": string; }; }; readonly output: { /** The name of a text's bytes, for `GET /prompt-texts/:hash`. */ readonly "hash": string; readonly "text": string; } };
  /** Begins a session with the entries of another: up to its head, up to and with an entry (`at`), or before a message of a user (`before`). The source stays as it is. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "sessions.fork": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { /** Id of the form ent_… */ readonly "entryId"?: string; readonly "position"?: "before" | "at"; readonly "title"?: string; /** Texts by key. `harnessIntroduction` replaces the first sentence that agents read of their harness, and takes an admin. */ readonly "metadata"?: Readonly<Record<string, string>>; }; }; readonly output: Session };
  /** Makes a session of an exported one, for an agent here. A file that is damaged anywhere is refused whole, with the line. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "sessions.import": { readonly input: { readonly body: { /** Id of the form agt_… */ readonly "agentId": string; readonly "title"?: string; /** The text of the file that the export answered. */ readonly "file": string; }; }; readonly output: Session };
  /** Gives a session another title, for people: agents do not read it. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.rename": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { readonly "title": string; }; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Merges values into a session's metadata. Another introduction holds from the next turn on. Needs the role member or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "sessions.update-metadata": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { /** Texts by key. `harnessIntroduction` replaces the first sentence that agents read of their harness, and takes an admin. */ readonly "values": Readonly<Record<string, string>>; }; readonly ifMatch: number | string; }; readonly output: Session };
  /** Pins an entry, so that no compaction or cut takes it out of the prompt, or lets it go. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.pin": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { /** Id of the form ent_… */ readonly "entryId": string; readonly "isPinned": boolean; }; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Gives an entry a label for people, or takes it away with null. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.label": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { /** Id of the form ent_… */ readonly "entryId": string; readonly "label": string | null; }; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Goes on from another entry of the log, on whatever branch; a summary of the branch that is left is read by the agent. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.move-head": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { /** The entry that stays the last; null goes before the first. */ readonly "entryId": string | null; readonly "summary"?: string; }; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Takes a session back to an earlier entry. It can be restored until something new is said. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.revert": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body: { /** The entry that stays the last; null goes before the first. */ readonly "entryId": string | null; }; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Puts back what a revert hid. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "sessions.restore": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body?: Readonly<Record<string, never>>; readonly ifMatch: number | string; }; readonly output: Session };
  /** Puts a session away: it is read as before, and does not change. New work for its key begins another one. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.archive": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body?: Readonly<Record<string, never>>; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Takes a session out of the archive. Needs the role member or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. With If-Match only if that is still the newest version. */
  readonly "sessions.unarchive": { readonly input: { readonly params: { /** Id of the form ses_… */ readonly "sessionId": string; }; readonly body?: Readonly<Record<string, never>>; readonly ifMatch?: number | string; }; readonly output: Session };
  /** Connected providers, and the models that agents use. Keys are never shown. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "llm-settings.get": { readonly input: Readonly<Record<string, never>>; readonly output: LlmSettings };
  /** Chooses the model of every agent that has none of its own, from the next call on. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "llm-settings.choose-default": { readonly input: { readonly body: LlmChoice; }; readonly output: LlmSettings };
  /** Goes back to what the installation's environment says. Needs the role admin or a higher one. */
  readonly "llm-settings.clear-default": { readonly input: Readonly<Record<string, never>>; readonly output: LlmSettings };
  /** Chooses the model of one agent, from its next call on. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "llm-settings.choose-for-agent": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; readonly body: LlmChoice; }; readonly output: LlmSettings };
  /** Lets an agent follow the default again. Needs the role admin or a higher one. */
  readonly "llm-settings.clear-for-agent": { readonly input: { readonly params: { /** Id of the form agt_… */ readonly "agentId": string; }; }; readonly output: LlmSettings };
  /** Connects a provider. Its key is kept encrypted and never shown again. Nothing is called yet: test it. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "llm-providers.create": { readonly input: { readonly body: NewLlmProvider; }; readonly output: LlmProvider };
  /** One connected provider, without its key. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "llm-providers.get": { readonly input: { readonly params: { /** Id of the form llm_… */ readonly "llmProviderId": string; }; }; readonly output: LlmProvider };
  /** Changes the fields that are given, from the next call on. A new address needs the key again. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "llm-providers.update": { readonly input: { readonly params: { /** Id of the form llm_… */ readonly "llmProviderId": string; }; readonly body: LlmProviderChange; readonly ifMatch: number | string; }; readonly output: LlmProvider };
  /** Forgets a provider and its key. Refused while the default or an agent uses it. Needs the role admin or a higher one. */
  readonly "llm-providers.delete": { readonly input: { readonly params: { /** Id of the form llm_… */ readonly "llmProviderId": string; }; }; readonly output: undefined };
  /** Makes one tiny real call and says what happened. It costs a fraction of a cent and counts as spent. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "llm-providers.test": { readonly input: { readonly params: { /** Id of the form llm_… */ readonly "llmProviderId": string; }; readonly body: { /** Unset: the kind's default, else the first model that the provider lists. */ readonly "model"?: string; }; }; readonly output: LlmProviderTest };
  /** Models of a provider: asked of it now, from our catalogue when it cannot be asked. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "llm-providers.list-models": { readonly input: { readonly params: { /** Id of the form llm_… */ readonly "llmProviderId": string; }; }; readonly output: LlmModelList };
  /** What starting the demo story would do: its text, and exactly the commands that starting it approves. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "demo.preview": { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "description": string; readonly "commands": readonly (string)[]; } };
  /** Starts the demo story: a project with real data, a team of three, and one task. Approves exactly the commands of the preview. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "demo.start": { readonly input: { readonly body?: Readonly<Record<string, never>>; }; readonly output: { readonly "task": Task; readonly "projectId": string; readonly "approvedCommands": readonly (string)[]; } };
  /** Every event that the stream and webhooks tell, with what happened. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "event-types.list": { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "data": readonly (EventTypeInfo)[]; readonly "nextCursor": string | null; } };
  /** What happened in the organization for as long as it is kept, newest first. The stream tells what comes later. Every key may. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "activity.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; /** `all` adds bookkeeping of the engine. A topic that is asked for is shown either way. */ readonly "detail"?: "noteworthy" | "all"; /** A noun, such as `task`. */ readonly "topic"?: string; /** Who did it. */ readonly "actorId"?: string; /** What it happened to. */ readonly "entityId"?: string; }; }; readonly output: { readonly "data": readonly (Event)[]; readonly "nextCursor": string | null; } };
  /** Committed events of the organization as server-sent events. Send Last-Event-ID to get what was missed; `reset` means it is no longer kept. Every key may. Changes nothing. */
  readonly "events.stream": { readonly input: { readonly query?: { /** Comma-separated nouns, such as `task,run`. Unset: everything. */ readonly "topics"?: string; }; }; readonly output: never };
  /** The addresses that are told of events, newest first. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "webhooks.list": { readonly input: { readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; }; }; readonly output: { readonly "data": readonly (Webhook)[]; readonly "nextCursor": string | null; } };
  /** Makes a webhook: events that happen from now on are posted to its address, signed as Standard Webhooks says. The secret is in this answer only. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "webhooks.create": { readonly input: { readonly body: NewWebhook; }; readonly output: { readonly "webhook": Webhook; /** The signing secret (`whsec_…`) in clear; null when a repeated request is answered again. */ readonly "secret": string | null; } };
  /** One webhook, without its secret. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "webhooks.get": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; }; readonly output: Webhook };
  /** Changes the fields that are given. Switching off ends what waits as failed; switching on tells what happens from then on. Needs the role admin or a higher one. Send If-Match with the ETag that was read; a version that is not the newest is refused. */
  readonly "webhooks.update": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; readonly body: WebhookChange; readonly ifMatch: number | string; }; readonly output: Webhook };
  /** Removes a webhook with the log of its deliveries. Needs the role admin or a higher one. */
  readonly "webhooks.delete": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; }; readonly output: undefined };
  /** Gives a webhook a new secret, which is in this answer only. For a day deliveries are signed with the one before, too. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "webhooks.rotate-secret": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: { readonly "webhook": Webhook; /** The signing secret (`whsec_…`) in clear; null when a repeated request is answered again. */ readonly "secret": string | null; } };
  /** Queues a delivery of the event `webhook.tested` to this webhook alone. Its log shows what came back. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "webhooks.test": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: WebhookDelivery };
  /** What a webhook was or will be told, newest first. Ended deliveries are kept for 30 days. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. Send nextCursor as cursor for the next page, until it is null. */
  readonly "webhooks.list-deliveries": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; readonly query?: { /** Most items of one page. */ readonly "limit"?: number; /** The nextCursor of the page before. */ readonly "cursor"?: string; readonly "status"?: "queued" | "delivered" | "failed"; }; }; readonly output: { readonly "data": readonly (WebhookDelivery)[]; readonly "nextCursor": string | null; } };
  /** One delivery with the bytes that are sent and every try with its answer. Needs the role admin or a higher one. Changes nothing. If-None-Match with the ETag that was read saves the bytes. */
  readonly "webhooks.get-delivery": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; /** Id of the form wdl_… */ readonly "deliveryId": string; }; }; readonly output: WebhookDeliveryDetail };
  /** Sends again, oldest first, what failed since an instant and reached the receiver in no other delivery: at most 1,000 at once. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "webhooks.replay-failed": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; }; readonly body: { readonly "since": string; }; }; readonly output: { readonly "queued": number; /** Ask again: more failed than one request replays. */ readonly "hasMore": boolean; } };
  /** Sends a delivery again, with the same event id and bytes: a receiver that has seen it may drop it. Needs the role admin or a higher one. With an Idempotency-Key a repeat is answered alike and carried out once. */
  readonly "webhooks.replay": { readonly input: { readonly params: { /** Id of the form whk_… */ readonly "webhookId": string; /** Id of the form wdl_… */ readonly "deliveryId": string; }; readonly body?: Readonly<Record<string, never>>; }; readonly output: WebhookDelivery };
};

export const OPERATIONS = {
  "setup.create": {"method":"POST","path":"/api/v1/setup","answer":"json"},
  "sign-ins.create": {"method":"POST","path":"/api/v1/sign-in","answer":"json"},
  "sign-ins.end": {"method":"POST","path":"/api/v1/sign-out","answer":"nothing"},
  "sign-ins.list": {"method":"GET","path":"/api/v1/sign-ins","answer":"json"},
  "sign-ins.end-one": {"method":"DELETE","path":"/api/v1/sign-ins/{signInId}","answer":"json"},
  "sign-ins.end-all": {"method":"POST","path":"/api/v1/sign-out-everywhere","answer":"json"},
  "sign-in-links.use": {"method":"POST","path":"/api/v1/sign-in-links/use","answer":"json"},
  "me.get": {"method":"GET","path":"/api/v1/me","answer":"json"},
  "me.rename": {"method":"POST","path":"/api/v1/me/name","answer":"json"},
  "me.change-email": {"method":"POST","path":"/api/v1/me/email","answer":"json"},
  "me.change-password": {"method":"POST","path":"/api/v1/me/password","answer":"json"},
  "api-keys.list": {"method":"GET","path":"/api/v1/api-keys","answer":"json"},
  "api-keys.create": {"method":"POST","path":"/api/v1/api-keys","answer":"json"},
  "api-keys.revoke": {"method":"DELETE","path":"/api/v1/api-keys/{apiKeyId}","answer":"json"},
  "organization.get": {"method":"GET","path":"/api/v1/organization","answer":"json"},
  "organization.update": {"method":"PATCH","path":"/api/v1/organization","answer":"json"},
  "organization.list-members": {"method":"GET","path":"/api/v1/organization/members","answer":"json"},
  "organization.emergency-stop": {"method":"POST","path":"/api/v1/organization/emergency-stop","answer":"json"},
  "organization.resume": {"method":"POST","path":"/api/v1/organization/resume","answer":"json"},
  "organizations.list": {"method":"GET","path":"/api/v1/organizations","answer":"json"},
  "organizations.create": {"method":"POST","path":"/api/v1/organizations","answer":"json"},
  "organizations.enter": {"method":"POST","path":"/api/v1/organizations/{organizationId}/enter","answer":"json"},
  "members.change-role": {"method":"POST","path":"/api/v1/organization/members/{personId}/role","answer":"json"},
  "members.remove": {"method":"DELETE","path":"/api/v1/organization/members/{personId}","answer":"json"},
  "members.create-sign-in-link": {"method":"POST","path":"/api/v1/organization/members/{personId}/sign-in-link","answer":"json"},
  "invitations.list": {"method":"GET","path":"/api/v1/invitations","answer":"json"},
  "invitations.create": {"method":"POST","path":"/api/v1/invitations","answer":"json"},
  "invitations.revoke": {"method":"DELETE","path":"/api/v1/invitations/{invitationId}","answer":"json"},
  "invitations.preview": {"method":"POST","path":"/api/v1/invitations/preview","answer":"json"},
  "invitations.accept": {"method":"POST","path":"/api/v1/invitations/accept","answer":"json"},
  "invitations.join": {"method":"POST","path":"/api/v1/invitations/join","answer":"json"},
  "audit-entries.list": {"method":"GET","path":"/api/v1/audit-entries","answer":"json"},
  "projects.list": {"method":"GET","path":"/api/v1/projects","answer":"json"},
  "projects.create": {"method":"POST","path":"/api/v1/projects","answer":"json"},
  "projects.get": {"method":"GET","path":"/api/v1/projects/{projectId}","answer":"json"},
  "projects.update": {"method":"PATCH","path":"/api/v1/projects/{projectId}","answer":"json"},
  "standing-approvals.list": {"method":"GET","path":"/api/v1/projects/{projectId}/standing-approvals","answer":"json"},
  "standing-approvals.grant": {"method":"POST","path":"/api/v1/projects/{projectId}/standing-approvals","answer":"json"},
  "standing-approvals.revoke": {"method":"DELETE","path":"/api/v1/standing-approvals/{standingApprovalId}","answer":"json"},
  "teams.list": {"method":"GET","path":"/api/v1/teams","answer":"json"},
  "teams.create": {"method":"POST","path":"/api/v1/teams","answer":"json"},
  "teams.get": {"method":"GET","path":"/api/v1/teams/{teamId}","answer":"json"},
  "teams.update": {"method":"PATCH","path":"/api/v1/teams/{teamId}","answer":"json"},
  "teams.delete": {"method":"DELETE","path":"/api/v1/teams/{teamId}","answer":"nothing"},
  "agents.list": {"method":"GET","path":"/api/v1/agents","answer":"json"},
  "agents.create": {"method":"POST","path":"/api/v1/agents","answer":"json"},
  "agents.get": {"method":"GET","path":"/api/v1/agents/{agentId}","answer":"json"},
  "agents.update": {"method":"PATCH","path":"/api/v1/agents/{agentId}","answer":"json"},
  "agents.delete": {"method":"DELETE","path":"/api/v1/agents/{agentId}","answer":"nothing"},
  "agents.list-revisions": {"method":"GET","path":"/api/v1/agents/{agentId}/revisions","answer":"json"},
  "agents.list-daily-log": {"method":"GET","path":"/api/v1/agents/{agentId}/daily-log","answer":"json"},
  "agents.restore": {"method":"POST","path":"/api/v1/agents/{agentId}/restore","answer":"json"},
  "agents.pause": {"method":"POST","path":"/api/v1/agents/{agentId}/pause","answer":"json"},
  "agents.resume": {"method":"POST","path":"/api/v1/agents/{agentId}/resume","answer":"json"},
  "agents.mailbox": {"method":"GET","path":"/api/v1/agents/{agentId}/mailbox","answer":"json"},
  "documents.list": {"method":"GET","path":"/api/v1/documents","answer":"json"},
  "documents.get": {"method":"GET","path":"/api/v1/documents/{kind}/{ownerId}","answer":"json"},
  "documents.change": {"method":"PUT","path":"/api/v1/documents/{kind}/{ownerId}","answer":"json"},
  "documents.list-revisions": {"method":"GET","path":"/api/v1/documents/{kind}/{ownerId}/revisions","answer":"json"},
  "documents.get-revision": {"method":"GET","path":"/api/v1/documents/{kind}/{ownerId}/revisions/{number}","answer":"json"},
  "documents.restore": {"method":"POST","path":"/api/v1/documents/{kind}/{ownerId}/restore","answer":"json"},
  "announcements.list": {"method":"GET","path":"/api/v1/announcements","answer":"json"},
  "announcements.create": {"method":"POST","path":"/api/v1/announcements","answer":"json"},
  "announcements.get": {"method":"GET","path":"/api/v1/announcements/{announcementId}","answer":"json"},
  "announcements.update": {"method":"PATCH","path":"/api/v1/announcements/{announcementId}","answer":"json"},
  "announcements.end": {"method":"POST","path":"/api/v1/announcements/{announcementId}/end","answer":"json"},
  "feedback.list": {"method":"GET","path":"/api/v1/feedback","answer":"json"},
  "feedback.give": {"method":"POST","path":"/api/v1/feedback","answer":"json"},
  "feedback.withdraw": {"method":"DELETE","path":"/api/v1/feedback/{feedbackId}","answer":"nothing"},
  "beats.list": {"method":"GET","path":"/api/v1/beats","answer":"json"},
  "beats.list-of-agent": {"method":"GET","path":"/api/v1/agents/{agentId}/beats","answer":"json"},
  "tasks.list": {"method":"GET","path":"/api/v1/tasks","answer":"json"},
  "tasks.create": {"method":"POST","path":"/api/v1/tasks","answer":"json"},
  "tasks.get": {"method":"GET","path":"/api/v1/tasks/{taskId}","answer":"json"},
  "tasks.update": {"method":"PATCH","path":"/api/v1/tasks/{taskId}","answer":"json"},
  "tasks.move": {"method":"POST","path":"/api/v1/tasks/{taskId}/moves","answer":"json"},
  "tasks.assign": {"method":"POST","path":"/api/v1/tasks/{taskId}/assign","answer":"json"},
  "tasks.start-new-round": {"method":"POST","path":"/api/v1/tasks/{taskId}/rounds","answer":"json"},
  "tasks.pause-schedule": {"method":"POST","path":"/api/v1/tasks/{taskId}/schedule/pause","answer":"json"},
  "tasks.resume-schedule": {"method":"POST","path":"/api/v1/tasks/{taskId}/schedule/resume","answer":"json"},
  "tasks.run-schedule-now": {"method":"POST","path":"/api/v1/tasks/{taskId}/schedule/run","answer":"json"},
  "tasks.list-comments": {"method":"GET","path":"/api/v1/tasks/{taskId}/comments","answer":"json"},
  "tasks.comment": {"method":"POST","path":"/api/v1/tasks/{taskId}/comments","answer":"json"},
  "tasks.list-notes": {"method":"GET","path":"/api/v1/tasks/{taskId}/notes","answer":"json"},
  "tasks.note": {"method":"POST","path":"/api/v1/tasks/{taskId}/notes","answer":"json"},
  "tasks.list-transitions": {"method":"GET","path":"/api/v1/tasks/{taskId}/transitions","answer":"json"},
  "tasks.list-subtasks": {"method":"GET","path":"/api/v1/tasks/{taskId}/subtasks","answer":"json"},
  "tasks.add-subtask": {"method":"POST","path":"/api/v1/tasks/{taskId}/subtasks","answer":"json"},
  "tasks.complete-subtask": {"method":"POST","path":"/api/v1/tasks/{taskId}/subtasks/{subtaskId}/complete","answer":"json"},
  "tasks.cancel-subtask": {"method":"POST","path":"/api/v1/tasks/{taskId}/subtasks/{subtaskId}/cancel","answer":"json"},
  "tasks.list-dependencies": {"method":"GET","path":"/api/v1/tasks/{taskId}/dependencies","answer":"json"},
  "tasks.set-dependencies": {"method":"PUT","path":"/api/v1/tasks/{taskId}/dependencies","answer":"json"},
  "next-movers.list": {"method":"GET","path":"/api/v1/next-movers","answer":"json"},
  "schedules.preview": {"method":"POST","path":"/api/v1/schedules/preview","answer":"json"},
  "approvals.list": {"method":"GET","path":"/api/v1/approvals","answer":"json"},
  "approvals.get": {"method":"GET","path":"/api/v1/approvals/{approvalId}","answer":"json"},
  "approvals.approve": {"method":"POST","path":"/api/v1/approvals/{approvalId}/approve","answer":"json"},
  "approvals.reject": {"method":"POST","path":"/api/v1/approvals/{approvalId}/reject","answer":"json"},
  "approvals.decide": {"method":"POST","path":"/api/v1/approvals/{approvalId}/decide","answer":"json"},
  "notifications.list": {"method":"GET","path":"/api/v1/notifications","answer":"json"},
  "notifications.count-unread": {"method":"GET","path":"/api/v1/notifications/unread","answer":"json"},
  "notifications.mark-read": {"method":"POST","path":"/api/v1/notifications/read","answer":"json"},
  "deliverables.list": {"method":"GET","path":"/api/v1/deliverables","answer":"json"},
  "deliverables.add-link": {"method":"POST","path":"/api/v1/deliverables","answer":"json"},
  "deliverables.list-of-task": {"method":"GET","path":"/api/v1/tasks/{taskId}/deliverables","answer":"json"},
  "deliverables.get": {"method":"GET","path":"/api/v1/deliverables/{deliverableId}","answer":"json"},
  "deliverables.download": {"method":"GET","path":"/api/v1/deliverables/{deliverableId}/content","answer":"bytes"},
  "submits.download": {"method":"GET","path":"/api/v1/tasks/{taskId}/submits/{submitId}/content","answer":"bytes"},
  "runs.list": {"method":"GET","path":"/api/v1/runs","answer":"json"},
  "runs.list-of-task": {"method":"GET","path":"/api/v1/tasks/{taskId}/runs","answer":"json"},
  "runs.get": {"method":"GET","path":"/api/v1/runs/{runId}","answer":"json"},
  "runs.list-tool-calls": {"method":"GET","path":"/api/v1/runs/{runId}/tool-calls","answer":"json"},
  "runs.stream": {"method":"GET","path":"/api/v1/runs/{runId}/stream","answer":"events"},
  "sessions.list": {"method":"GET","path":"/api/v1/sessions","answer":"json"},
  "sessions.create": {"method":"POST","path":"/api/v1/sessions","answer":"json"},
  "sessions.get": {"method":"GET","path":"/api/v1/sessions/{sessionId}","answer":"json"},
  "sessions.delete": {"method":"DELETE","path":"/api/v1/sessions/{sessionId}","answer":"nothing"},
  "sessions.list-entries": {"method":"GET","path":"/api/v1/sessions/{sessionId}/entries","answer":"json"},
  "sessions.get-tree": {"method":"GET","path":"/api/v1/sessions/{sessionId}/tree","answer":"json"},
  "sessions.get-tool-result": {"method":"GET","path":"/api/v1/sessions/{sessionId}/tool-results/{callId}","answer":"json"},
  "sessions.export": {"method":"GET","path":"/api/v1/sessions/{sessionId}/export","answer":"bytes"},
  "runs.list-entries": {"method":"GET","path":"/api/v1/runs/{runId}/entries","answer":"json"},
  "sessions.get-context": {"method":"GET","path":"/api/v1/sessions/{sessionId}/context","answer":"json"},
  "sessions.list-history": {"method":"GET","path":"/api/v1/sessions/{sessionId}/history","answer":"json"},
  "sessions.get-entry": {"method":"GET","path":"/api/v1/sessions/{sessionId}/entries/{entryId}","answer":"json"},
  "model-calls.list-of-session": {"method":"GET","path":"/api/v1/sessions/{sessionId}/model-calls","answer":"json"},
  "model-calls.list-of-run": {"method":"GET","path":"/api/v1/runs/{runId}/model-calls","answer":"json"},
  "model-calls.get-receipt": {"method":"GET","path":"/api/v1/model-calls/{callId}/receipt","answer":"json"},
  "model-calls.diff": {"method":"GET","path":"/api/v1/model-calls/{callId}/diff/{otherCallId}","answer":"json"},
  "prompt-texts.get": {"method":"GET","path":"/api/v1/prompt-texts/{hash}","answer":"json"},
  "sessions.fork": {"method":"POST","path":"/api/v1/sessions/{sessionId}/fork","answer":"json"},
  "sessions.import": {"method":"POST","path":"/api/v1/sessions/import","answer":"json"},
  "sessions.rename": {"method":"POST","path":"/api/v1/sessions/{sessionId}/rename","answer":"json"},
  "sessions.update-metadata": {"method":"PATCH","path":"/api/v1/sessions/{sessionId}/metadata","answer":"json"},
  "sessions.pin": {"method":"POST","path":"/api/v1/sessions/{sessionId}/pin","answer":"json"},
  "sessions.label": {"method":"POST","path":"/api/v1/sessions/{sessionId}/label","answer":"json"},
  "sessions.move-head": {"method":"POST","path":"/api/v1/sessions/{sessionId}/head","answer":"json"},
  "sessions.revert": {"method":"POST","path":"/api/v1/sessions/{sessionId}/revert","answer":"json"},
  "sessions.restore": {"method":"POST","path":"/api/v1/sessions/{sessionId}/restore","answer":"json"},
  "sessions.archive": {"method":"POST","path":"/api/v1/sessions/{sessionId}/archive","answer":"json"},
  "sessions.unarchive": {"method":"POST","path":"/api/v1/sessions/{sessionId}/unarchive","answer":"json"},
  "llm-settings.get": {"method":"GET","path":"/api/v1/settings/llm","answer":"json"},
  "llm-settings.choose-default": {"method":"POST","path":"/api/v1/settings/llm/default","answer":"json"},
  "llm-settings.clear-default": {"method":"DELETE","path":"/api/v1/settings/llm/default","answer":"json"},
  "llm-settings.choose-for-agent": {"method":"POST","path":"/api/v1/settings/llm/agents/{agentId}","answer":"json"},
  "llm-settings.clear-for-agent": {"method":"DELETE","path":"/api/v1/settings/llm/agents/{agentId}","answer":"json"},
  "llm-providers.create": {"method":"POST","path":"/api/v1/settings/llm/providers","answer":"json"},
  "llm-providers.get": {"method":"GET","path":"/api/v1/settings/llm/providers/{llmProviderId}","answer":"json"},
  "llm-providers.update": {"method":"PATCH","path":"/api/v1/settings/llm/providers/{llmProviderId}","answer":"json"},
  "llm-providers.delete": {"method":"DELETE","path":"/api/v1/settings/llm/providers/{llmProviderId}","answer":"nothing"},
  "llm-providers.test": {"method":"POST","path":"/api/v1/settings/llm/providers/{llmProviderId}/test","answer":"json"},
  "llm-providers.list-models": {"method":"GET","path":"/api/v1/settings/llm/providers/{llmProviderId}/models","answer":"json"},
  "demo.preview": {"method":"GET","path":"/api/v1/demo","answer":"json"},
  "demo.start": {"method":"POST","path":"/api/v1/demo/start","answer":"json"},
  "event-types.list": {"method":"GET","path":"/api/v1/event-types","answer":"json"},
  "activity.list": {"method":"GET","path":"/api/v1/activity","answer":"json"},
  "events.stream": {"method":"GET","path":"/api/v1/events","answer":"events"},
  "webhooks.list": {"method":"GET","path":"/api/v1/webhooks","answer":"json"},
  "webhooks.create": {"method":"POST","path":"/api/v1/webhooks","answer":"json"},
  "webhooks.get": {"method":"GET","path":"/api/v1/webhooks/{webhookId}","answer":"json"},
  "webhooks.update": {"method":"PATCH","path":"/api/v1/webhooks/{webhookId}","answer":"json"},
  "webhooks.delete": {"method":"DELETE","path":"/api/v1/webhooks/{webhookId}","answer":"nothing"},
  "webhooks.rotate-secret": {"method":"POST","path":"/api/v1/webhooks/{webhookId}/rotate-secret","answer":"json"},
  "webhooks.test": {"method":"POST","path":"/api/v1/webhooks/{webhookId}/test","answer":"json"},
  "webhooks.list-deliveries": {"method":"GET","path":"/api/v1/webhooks/{webhookId}/deliveries","answer":"json"},
  "webhooks.get-delivery": {"method":"GET","path":"/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}","answer":"json"},
  "webhooks.replay-failed": {"method":"POST","path":"/api/v1/webhooks/{webhookId}/replay-failed","answer":"json"},
  "webhooks.replay": {"method":"POST","path":"/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay","answer":"json"},
} as const;
