import type { Tool } from "@cadre/tool-selector";
import { listColleaguesTool } from "./agents/tools/list-colleagues.tool.ts";
import { requestUserApprovalTool } from "./approvals/tools/request-user-approval.tool.ts";
import type { EngineToolContext } from "./engine-tool-context.ts";
import { checkMailboxTool } from "./mailbox/tools/check-mailbox.tool.ts";
import { notifyUserTool } from "./notifications/tools/notify-user.tool.ts";

/** Every tool of the engine's features. Adding one is its file and one line here. */
export const ENGINE_TOOLS: readonly Tool<EngineToolContext>[] = [
  notifyUserTool,
  requestUserApprovalTool,
  checkMailboxTool,
  listColleaguesTool,
];
