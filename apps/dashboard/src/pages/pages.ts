import { activityPage } from "./activity/activity.page.ts";
import { agentPage } from "./agent/agent.page.ts";
import { agentsPage } from "./agents/agents.page.ts";
import { approvalsPage } from "./approvals/approvals.page.ts";
import { auditPage } from "./audit/audit.page.ts";
import { boardPage } from "./board/board.page.ts";
import type { PageDefinition } from "./define-page.ts";
import { homePage } from "./home/home.page.ts";
import { joinPage } from "./join/join.page.ts";
import { newPasswordPage } from "./new-password/new-password.page.ts";
import { runPage } from "./run/run.page.ts";
import { settingsSectionPage } from "./settings/settings-section.page.ts";
import { settingsPage } from "./settings/settings.page.ts";
import { sessionPage } from "./session/session.page.ts";
import { setupPage } from "./setup/setup.page.ts";
import { signInPage } from "./sign-in/sign-in.page.ts";
import { taskPage } from "./task/task.page.ts";

/** Every page of the dashboard, in the order of the navigation. Adding one is its folder and one line here. */
export const PAGES: readonly PageDefinition[] = [
  homePage,
  boardPage,
  taskPage,
  approvalsPage,
  activityPage,
  runPage,
  sessionPage,
  agentsPage,
  agentPage,
  auditPage,
  settingsPage,
  settingsSectionPage,
  setupPage,
  signInPage,
  newPasswordPage,
  joinPage,
];
