/** A tool the agent has, with the category it names itself. */
export type RegisteredTool = { readonly name: string; readonly category?: string | undefined };

export type AgentFacts = {
  readonly id: string;
  readonly name: string;
  readonly position: "manager" | "worker";
  /** ROLE text, edited by an admin. */
  readonly roleText: string;
  readonly skills: readonly string[];
  readonly managerName?: string | undefined;
};

/** A colleague as tier 2 may show one: nothing that changes by itself. */
export type ColleagueFacts = {
  readonly id: string;
  readonly name: string;
  readonly position: "manager" | "worker";
  readonly skills: readonly string[];
};

export type PersonFacts = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly profile?: string | undefined;
};

export type OrganizationFacts = {
  readonly name: string;
  readonly timeZone: string;
  readonly context?: string | undefined;
  readonly policies?: string | undefined;
};

export type TeamFacts = {
  readonly name: string;
  readonly announcements?: string | undefined;
  readonly norms?: string | undefined;
};

/** What the machine an agent runs on offers, one short text each. */
export type EnvironmentFacts = {
  readonly os: string;
  readonly shell?: string | undefined;
  readonly runtimes?: readonly string[] | undefined;
  readonly sandbox?: string | undefined;
  readonly network?: string | undefined;
};

export type ProjectFacts = {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly repositories: readonly {
    readonly name: string;
    readonly location: string;
    readonly defaultBranch?: string | undefined;
  }[];
  readonly rules?: readonly string[] | undefined;
  /** Where the task at hand is worked on. */
  readonly taskWorkspace?: string | undefined;
};

export type DeliverableFacts = {
  readonly type: "file" | "directory" | "link";
  readonly title: string;
  readonly reference: string;
  readonly summary?: string | undefined;
};

export type TaskPriority = "critical" | "high" | "medium" | "low";

export type BoardTaskFacts = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
  readonly priority: TaskPriority;
  readonly description?: string | undefined;
  readonly assigneeName?: string | undefined;
};

/** Open tasks of the agent and of its team; the totals count what was not loaded too. */
export type TaskBoardFacts = {
  readonly mine: readonly BoardTaskFacts[];
  readonly mineTotal: number;
  readonly team: readonly BoardTaskFacts[];
  readonly teamTotal: number;
  readonly closedTotal: number;
};

export type MailboxFacts = {
  readonly focus?: { readonly type: string; readonly headline: string; readonly since: Date } | undefined;
  readonly queuedTotal: number;
  /** Best first. */
  readonly queued: readonly { readonly type: string; readonly headline: string; readonly priority: number }[];
  /** Newest first. */
  readonly decisions: readonly { readonly kind: string; readonly reason: string }[];
  readonly mergedText?: string | undefined;
};

export type SenderFacts = {
  readonly kind: "person" | "agent" | "system";
  readonly name: string;
  readonly role?: string | undefined;
  readonly isFirstConversation?: boolean | undefined;
};

/**
 * Everything a system prompt may say. Sections read only this; the engine fills it. A fact that is not there leaves its section out.
 * Facts of tiers 1 and 2 are frozen within an epoch (I12).
 */
export type PromptFacts = {
  // Tier 1
  readonly agent: AgentFacts;
  readonly organization: OrganizationFacts;
  /** The session's own first sentence of the harness block. */
  readonly harnessIntroduction?: string | undefined;
  /** All tools the agent has, not what one call may use. */
  readonly tools: readonly RegisteredTool[];
  // Tier 2
  readonly team?: TeamFacts | undefined;
  readonly colleagues: readonly ColleagueFacts[];
  readonly people: readonly PersonFacts[];
  /** The agent's own home folder. */
  readonly home: string;
  readonly trustLevel?: string | undefined;
  readonly environment?: EnvironmentFacts | undefined;
  /** Curated knowledge; observations never come here. */
  readonly knowledge?: string | undefined;
  readonly lineage?:
    { readonly nodeId?: string | undefined; readonly sourceSessionId?: string | undefined } | undefined;
  readonly scenario: {
    readonly name: string;
    readonly text: string;
    /** Lightweight scenarios show no task board and no deliverables. */
    readonly isLightweight: boolean;
  };
  // Tier 3
  readonly project?: ProjectFacts | undefined;
  readonly deliverables?: readonly DeliverableFacts[] | undefined;
  readonly taskBoard?: TaskBoardFacts | undefined;
  readonly teamStatus?: readonly { readonly name: string; readonly status: string }[] | undefined;
  readonly mailbox?: MailboxFacts | undefined;
  readonly sender?: SenderFacts | undefined;
  readonly now: Date;
};
