import type { TaskPriority } from "../situation-facts.ts";

export type CheckFacts = { readonly name: string; readonly stage: "submit" | "accept"; readonly command: string };

export type CheckResultFacts = {
  readonly name: string;
  readonly result: "passed" | "failed" | "not-run";
  readonly output: string;
};

/** Something somebody wrote at some time. Lists of remarks are given oldest first. */
export type RemarkFacts = { readonly author: string; readonly at: Date; readonly text: string };

export type HandedOverFacts = { readonly path: string; readonly summary?: string | undefined };

/** Another task whose outcome this one needs: a dependency or a child. */
export type RelatedTaskFacts = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
  readonly description?: string | undefined;
  readonly summary?: string | undefined;
  readonly deliverables: readonly HandedOverFacts[];
  readonly notes: readonly RemarkFacts[];
};

export type TaskBriefFacts = {
  readonly task: {
    readonly id: string;
    readonly key: string;
    readonly title: string;
    readonly description: string;
    readonly priority: TaskPriority;
    readonly round: number;
  };
  readonly workspace?: string | undefined;
  readonly reviewerName?: string | undefined;
  /** Why the round before this one was sent back; set in every round after the first that a review caused. */
  readonly sentBack?:
    | {
        readonly round: number;
        readonly reviewerName: string;
        readonly reason: string;
        readonly failedChecks: readonly CheckResultFacts[];
      }
    | undefined;
  /** From whoever worked on it before, or from the person who moved it. */
  readonly handOff?: string | undefined;
  readonly checks: readonly CheckFacts[];
  readonly parent?: { readonly key: string; readonly title: string } | undefined;
  readonly project?:
    { readonly id?: string | undefined; readonly name: string; readonly description?: string | undefined } | undefined;
  readonly requirement?: { readonly title: string; readonly description?: string | undefined } | undefined;
  readonly subtasks: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  readonly children: readonly RelatedTaskFacts[];
  readonly dependencies: readonly RelatedTaskFacts[];
  readonly notes: readonly RemarkFacts[];
  readonly humanComments: readonly RemarkFacts[];
  /** Oldest first. */
  readonly previousRounds: readonly { readonly round: number; readonly log: readonly string[] }[];
  /** Oldest first. */
  readonly errors: readonly string[];
};

export type ReviewRequestFacts = {
  readonly task: { readonly id: string; readonly key: string; readonly title: string; readonly description: string };
  readonly round: number;
  readonly authorName: string;
  readonly summary: string;
  readonly knownIssues?: string | undefined;
  /** Where the submitted files can be read. */
  readonly workspace?: string | undefined;
  readonly deliverables: readonly HandedOverFacts[];
  readonly checks: readonly CheckResultFacts[];
  readonly earlierVerdicts: readonly { readonly round: number; readonly reason: string }[];
  readonly notes: readonly RemarkFacts[];
};

export type ReflectionFacts = {
  readonly task: { readonly id: string; readonly key: string; readonly title: string };
  readonly rounds: number;
  readonly durationMs: number;
  readonly summary: string;
  readonly notes: readonly RemarkFacts[];
  /** Why rounds were sent back; empty when the first was accepted. */
  readonly revisions: readonly { readonly round: number; readonly reason: string }[];
  /** The tool that keeps a lesson. */
  readonly lessonTool: string;
};

export type HeartbeatTaskFacts = {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
  readonly reason: string;
};

export type HeartbeatFacts = {
  /** The agent's own checklist, edited by an admin. */
  readonly checklist?: string | undefined;
  readonly lastSummary?: string | undefined;
  readonly waitingMail: readonly { readonly type: string; readonly headline: string }[];
  /** Open tasks that only this agent can move. */
  readonly stalledTasks: readonly HeartbeatTaskFacts[];
  readonly failedTasks: readonly HeartbeatTaskFacts[];
  readonly goals: readonly {
    readonly id: string;
    readonly title: string;
    readonly iteration: number;
    readonly maxIterations: number;
    readonly completionCriteria: string;
  }[];
  readonly backgroundResults: readonly { readonly title: string; readonly outcome: string }[];
  readonly isReportDue: boolean;
};

/** What one message of a channel carries; the rules stand in the scenario, the earlier messages in tier 3 (M58). */
export type GroupMessageFacts = {
  readonly channelName: string;
  readonly channelKey: string;
  readonly agentName: string;
  readonly members: readonly { readonly name: string; readonly position: string }[];
  readonly authorName: string;
  readonly mentionedNames: readonly string[];
  readonly replyToAuthor?: string | undefined;
  readonly text: string;
};
