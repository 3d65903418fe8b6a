import {
  Agent,
  AgentChange,
  ApiKey,
  ApprovalDecision,
  Deliverable,
  EntryPayload,
  Member,
  NewAgent,
  NewApiKey,
  NewProject,
  NewTask,
  NewTaskCheck,
  NewTaskComment,
  NewTeam,
  Organization,
  OrganizationChange,
  Project,
  ProjectChange,
  Setup,
  Subtask,
  Task,
  TaskComment,
  TaskDetail,
  TaskEdit,
  TaskMoveRequest,
  TaskNote,
  TaskRef,
  TaskSubmit,
  TaskTransition,
  Team,
} from "@cadre/domain";
import type { z } from "zod";
import { Mailbox, MailboxEntry } from "./http/agents.ts";
import { Approval } from "./http/approvals.ts";
import { BeatDay } from "./http/beats.ts";
import { Me } from "./http/me.ts";
import { TaskWithMover } from "./http/next-movers.ts";
import { Notification } from "./http/notifications.ts";
import { Problem } from "./http/problem.ts";
import { Attempt, ModelCall, Run, RunDetail, ToolCall, Wait } from "./http/runs.ts";
import { LogEntry, Session } from "./http/sessions.ts";
import { StandingApproval } from "./http/standing-approvals.ts";
import { TaskDependencies } from "./http/task-talk.ts";
import { TeamChange } from "./http/teams.ts";

/** Schemas that have a name of their own in the OpenAPI document, and so a type of their own in clients. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Agent,
  AgentChange,
  ApiKey,
  Approval,
  ApprovalDecision,
  Attempt,
  BeatDay,
  Deliverable,
  EntryPayload,
  LogEntry,
  Mailbox,
  MailboxEntry,
  Me,
  Member,
  ModelCall,
  NewAgent,
  NewApiKey,
  NewProject,
  NewTask,
  NewTaskCheck,
  NewTaskComment,
  NewTeam,
  Notification,
  Organization,
  OrganizationChange,
  Problem,
  Project,
  ProjectChange,
  Run,
  RunDetail,
  Session,
  Setup,
  StandingApproval,
  Subtask,
  Task,
  TaskComment,
  TaskDependencies,
  TaskDetail,
  TaskEdit,
  TaskMoveRequest,
  TaskNote,
  TaskRef,
  TaskSubmit,
  TaskTransition,
  TaskWithMover,
  Team,
  TeamChange,
  ToolCall,
  Wait,
};
