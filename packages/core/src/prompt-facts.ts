import type { SituationFacts } from "./situation-facts.ts";

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
  readonly managerName?: string | undefined;
  readonly memberNames?: readonly string[] | undefined;
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
  /** What the organization says of it; it wins over what was detected. */
  readonly notes?: string | undefined;
};

/** One curated section of what the agent knows. The buffer of observations is no section and never comes here (M45). */
export type KnowledgeFacts = { readonly title?: string | undefined; readonly text: string };

/** `full` for the agents of an organization; `harness` is the four blocks alone, for subagents and nodes of a graph. */
export type PromptProfile = "full" | "harness";

/** What tiers 1 and 2 are made of; frozen within an epoch (I12). Nothing here tells how things are at this moment. */
export type StableFacts = {
  // Tier 1
  /** Unset: `full`. */
  readonly profile?: PromptProfile | undefined;
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
  /** Where a session of the profile `harness` works; unset: the home folder. */
  readonly workingDirectory?: string | undefined;
  readonly trustLevel?: string | undefined;
  readonly environment?: EnvironmentFacts | undefined;
  readonly knowledge?: readonly KnowledgeFacts[] | undefined;
  readonly lineage?:
    { readonly nodeId?: string | undefined; readonly sourceSessionId?: string | undefined } | undefined;
  readonly scenario: {
    readonly name: string;
    readonly text: string;
    /** Lightweight scenarios show no task board, no deliverables and no conversations (M57). */
    readonly isLightweight: boolean;
  };
};

/** Everything a system prompt may say. Sections read only this; the engine fills it. What is not there leaves its section out. */
export type PromptFacts = StableFacts & SituationFacts;
