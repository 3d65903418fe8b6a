export type ProjectFacts = {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly repositories: readonly {
    readonly name: string;
    readonly location: string;
    readonly defaultBranch?: string | undefined;
  }[];
  /** Who lets a task start that an agent created. */
  readonly creationTier?: "auto" | "manager" | "human" | undefined;
  /** More of governance, one sentence each: limits, what git may do. */
  readonly rules?: readonly string[] | undefined;
  readonly requirements?: readonly RequirementFacts[] | undefined;
  /** Where the task at hand is worked on. */
  readonly taskWorkspace?: string | undefined;
};

export type RequirementFacts = {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: TaskPriority;
  readonly description?: string | undefined;
};

export type AnnouncementFacts = { readonly text: string };

/** What a person remarked on the agent, a task or a deliverable. */
export type FeedbackFacts = {
  readonly author: string;
  readonly about: string;
  readonly rating?: string | undefined;
  readonly text: string;
};

export type DeliverableFacts = {
  readonly type: "file" | "directory" | "link";
  readonly title: string;
  readonly reference: string;
  readonly summary?: string | undefined;
};

/** An entry of the agent's own notebook. `managedBy` tells who wrote it: the agent, the engine, or the cognitive preparation. */
export type NotebookFacts = {
  readonly key: string;
  readonly text: string;
  readonly managedBy: "agent" | "system" | "cpp";
  readonly updatedAt: Date;
};

export type ActivatedSkillFacts = { readonly name: string; readonly instructions: string };

export type SkillFacts = { readonly name: string; readonly category: string; readonly description: string };

/** All installed skills, and the words they are measured by: the newest message, or the task's title and description. */
export type AvailableSkillsFacts = { readonly query: string; readonly installed: readonly SkillFacts[] };

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

/** A conversation the agent may be asked about; never its words. */
export type ConversationFacts = { readonly title: string; readonly with: string; readonly lastAt: Date };

/** The channel a message came from; oldest message first. */
export type ChannelFacts = {
  readonly name: string;
  readonly messages: readonly { readonly author: string; readonly at: Date; readonly text: string }[];
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

/** The state of things at a call: what tier 3 shows. Read anew for each call, shown after the newest message, kept nowhere. */
export type SituationFacts = {
  readonly project?: ProjectFacts | undefined;
  readonly announcements: readonly AnnouncementFacts[];
  /** Newest first. */
  readonly feedback: readonly FeedbackFacts[];
  readonly deliverables?: readonly DeliverableFacts[] | undefined;
  readonly sharedDeliverables: readonly DeliverableFacts[];
  readonly notebook: readonly NotebookFacts[];
  readonly activatedSkills: readonly ActivatedSkillFacts[];
  readonly skills?: AvailableSkillsFacts | undefined;
  readonly conversations: readonly ConversationFacts[];
  readonly taskBoard?: TaskBoardFacts | undefined;
  readonly teamStatus?: readonly { readonly name: string; readonly status: string }[] | undefined;
  readonly channel?: ChannelFacts | undefined;
  readonly mailbox?: MailboxFacts | undefined;
  readonly sender?: SenderFacts | undefined;
  readonly now: Date;
};
