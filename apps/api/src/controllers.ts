import type { Type } from "@nestjs/common";
import { AgentsController } from "./agents/agents.controller.ts";
import { ApprovalsController } from "./approvals/approvals.controller.ts";
import { ContextController } from "./context/context.controller.ts";
import { DeliverablesController } from "./deliverables/deliverables.controller.ts";
import { DemoController } from "./demo/demo.controller.ts";
import { DocumentsController } from "./documents/documents.controller.ts";
import { KnowledgeController } from "./documents/knowledge.controller.ts";
import { EventsController } from "./events/events.controller.ts";
import { HealthController } from "./health/health.controller.ts";
import { NotificationsController } from "./notifications/notifications.controller.ts";
import { OrganizationController } from "./organization/organization.controller.ts";
import { OrganizationsController } from "./organization/organizations.controller.ts";
import { MembersController } from "./people/members.controller.ts";
import { SignInsController } from "./people/sign-ins.controller.ts";
import { ProjectsController } from "./projects/projects.controller.ts";
import { RunsController } from "./runs/runs.controller.ts";
import { SessionActsController } from "./sessions/session-acts.controller.ts";
import { SessionsController } from "./sessions/sessions.controller.ts";
import { LlmSettingsController } from "./settings/llm-settings.controller.ts";
import { SetupController } from "./setup/setup.controller.ts";
import { TaskTalkController } from "./tasks/task-talk.controller.ts";
import { TasksController } from "./tasks/tasks.controller.ts";
import { WebhooksController } from "./webhooks/webhooks.controller.ts";

/** Every controller of the API. Adding one is its file and one line here. */
export const CONTROLLERS: readonly Type[] = [
  HealthController,
  SetupController,
  OrganizationController,
  SignInsController,
  MembersController,
  ProjectsController,
  OrganizationsController,
  AgentsController,
  TasksController,
  TaskTalkController,
  ApprovalsController,
  NotificationsController,
  DeliverablesController,
  DocumentsController,
  KnowledgeController,
  RunsController,
  ContextController,
  SessionsController,
  SessionActsController,
  LlmSettingsController,
  DemoController,
  EventsController,
  WebhooksController,
];
