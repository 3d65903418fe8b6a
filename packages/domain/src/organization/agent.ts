import { API_LIMITS, COMPACTION_LIMITS, RUN_LIMITS, TASK_LIMITS } from "@cadre/shared";
import { z } from "zod";
import { Revision } from "../documents/document.ts";
import { visibleText } from "../visible-text.ts";
import { BeatSchedule } from "./schedule.ts";

export const AGENT_POSITIONS = ["manager", "worker"] as const;
export const TRUST_LEVELS = ["probation", "standard", "trusted", "senior"] as const;
export const PATROLS = ["never", "daily", "each_beat"] as const;

const steps = z.number().int().min(RUN_LIMITS.chatToolStepsMin).max(RUN_LIMITS.chatToolStepsMax);

const knobs = {
  maxConcurrentTasks: z.number().int().min(1).max(10),
  /** Steps with tools in one chat turn. */
  toolIterationCap: steps,
  /** Steps with tools in one beat. */
  heartbeatCap: steps,
  /** Whether beats walk the checklist even when nothing waits. */
  patrol: z.enum(PATROLS),
  /** How far it is trusted; null says nothing of it. */
  trustLevel: z.enum(TRUST_LEVELS).nullable(),
  /** Whether long sessions are compacted before they overflow. When not, their oldest steps are left out call by call. */
  compactsSessions: z.boolean(),
  /** Whether a provider's word that a call was too large leads to a compaction, whatever the setting before. */
  recoversFromOverflow: z.boolean(),
  /** From how many messages on a session is compacted. `off`: only the window decides; `auto`: the model's window decides which. */
  compactAboveMessages: z.union([
    z.enum(["auto", "off"]),
    z.number().int().min(COMPACTION_LIMITS.compactAboveMessagesMin).max(COMPACTION_LIMITS.compactAboveMessagesMax),
  ]),
};

/** What an admin may set on one agent. A row keeps only what was set; the rest are these defaults. */
export const AgentSettings = z.strictObject({
  maxConcurrentTasks: knobs.maxConcurrentTasks.default(TASK_LIMITS.maxConcurrentTasks),
  toolIterationCap: knobs.toolIterationCap.default(RUN_LIMITS.chatToolSteps),
  heartbeatCap: knobs.heartbeatCap.default(RUN_LIMITS.heartbeatToolSteps),
  patrol: knobs.patrol.default("never"),
  trustLevel: knobs.trustLevel.default(null),
  compactsSessions: knobs.compactsSessions.default(true),
  recoversFromOverflow: knobs.recoversFromOverflow.default(true),
  compactAboveMessages: knobs.compactAboveMessages.default("auto"),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const AgentSettingsChange = z.strictObject(knobs).partial();
export type AgentSettingsChange = z.infer<typeof AgentSettingsChange>;

export const DEFAULT_AGENT_SETTINGS: AgentSettings = AgentSettings.parse({});

/**
 * What an agent is doing, derived and never stored (I5). `waiting`: its work waits for a person, a child task or a time.
 * `queued`: work stands ready. `offline`: work stands ready and no executor is alive to take it.
 */
export const AGENT_STATUSES = ["paused", "working", "waiting", "queued", "offline", "idle"] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

const text = z.string().max(API_LIMITS.textChars);

export const Agent = z.object({
  id: z.string(),
  name: z.string(),
  position: z.enum(AGENT_POSITIONS),
  teamId: z.string().nullable(),
  managerId: z.string().nullable(),
  roleText: z.string(),
  checklistText: z.string(),
  skills: z.array(z.string()),
  settings: AgentSettings,
  schedule: BeatSchedule,
  status: z.enum(AGENT_STATUSES),
  /** Why it is paused or what it waits for, for people. */
  statusReason: z.string().nullable(),
  pausedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Agent = z.infer<typeof Agent>;

/** How an agent is set up, apart from its texts: what one of its revisions keeps. */
export const AgentConfiguration = z.object({
  name: z.string(),
  position: z.enum(AGENT_POSITIONS),
  teamId: z.string().nullable(),
  managerId: z.string().nullable(),
  skills: z.array(z.string()),
  /** What was set; the rest are the defaults. */
  settings: AgentSettingsChange,
  /** Null: the default. */
  schedule: BeatSchedule.nullable(),
});
export type AgentConfiguration = z.infer<typeof AgentConfiguration>;

/** One state of how an agent was set up. */
export const AgentRevision = Revision.omit({ chars: true }).extend({ configuration: AgentConfiguration });
export type AgentRevision = z.infer<typeof AgentRevision>;

export const NewAgent = z.strictObject({
  name: visibleText(API_LIMITS.nameChars),
  position: z.enum(AGENT_POSITIONS).default("worker"),
  teamId: z.string().optional(),
  managerId: z.string().optional(),
  roleText: text.default(""),
  checklistText: text.default(""),
  skills: z.array(z.string().min(1).max(API_LIMITS.nameChars)).max(100).default([]),
  settings: AgentSettingsChange.default({}),
  schedule: BeatSchedule.optional(),
});
export type NewAgent = z.infer<typeof NewAgent>;

/** A change of an agent: only the fields that are given. Null takes a team or manager away. */
export const AgentChange = z.strictObject({
  name: visibleText(API_LIMITS.nameChars).optional(),
  position: z.enum(AGENT_POSITIONS).optional(),
  teamId: z.string().nullable().optional(),
  managerId: z.string().nullable().optional(),
  roleText: text.optional(),
  checklistText: text.optional(),
  skills: z.array(z.string().min(1).max(API_LIMITS.nameChars)).max(100).optional(),
  settings: AgentSettingsChange.optional(),
  schedule: BeatSchedule.optional(),
});
export type AgentChange = z.infer<typeof AgentChange>;
